import { useMemo } from 'react';
import { useGroups, type View } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import type { CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { isOverlapping, readSpanName, type Span } from '#features/tasks/model/task-span.ts';
import { layWeek, sortLaid, type Bar, type PositionedTask, type WeekLayout } from './calendar-layout.ts';

/**
 * Returns the tasks within a date range, sorted for layout.
 * @param view must be grouped by `nameSpan`
 */
function usePositionedTasks(view: View<'task'>, from: string, to: string): readonly PositionedTask[] {
  const names = useGroups(view);
  const spans = useMemo(() => {
    const range = { from, to };
    return names.flatMap((name): { name: string; span: Span }[] => {
      const span = readSpanName(name);
      return span !== null && isOverlapping(span, range) ? [{ name, span }] : [];
    });
  }, [names, from, to]);
  const lists = useGroupLists(
    view,
    useMemo(() => spans.map(({ name }) => name), [spans]),
  );
  return useMemo(
    () => sortLaid(spans.flatMap(({ span }, at) => (lists[at] ?? []).map((id) => ({ id, span })))),
    [spans, lists],
  );
}

interface CalendarLayoutOptions {
  /** Must be grouped by `nameSpan`. */
  view: View<'task'>;
  weeks: readonly (readonly string[])[];
  range: Span;
  /** The dragged task, which is laid out at its target. */
  drag: CalendarDrag | null;
  /** Maximum number of lanes of a week. */
  most: number;
}

export interface CalendarLayout {
  /** One layout per week. */
  layouts: readonly WeekLayout[];
  bars: readonly Bar[];
  /** Returns the bars rendered on a day, from top to bottom. */
  barsOn: (day: string) => readonly Bar[];
  /** Returns the ids of all tasks on a day, including the hidden ones. */
  idsOn: (day: string) => string[];
}

/** Lays out the tasks of the visible weeks. */
export function useCalendarLayout({ view, weeks, range, drag, most }: CalendarLayoutOptions): CalendarLayout {
  const laid = usePositionedTasks(view, range.from, range.to);
  const layouts = useMemo(() => {
    const { id, span } = drag ?? { id: '', span: null };
    const others = laid.filter((one) => one.id !== id);
    const all = drag === null ? laid : sortLaid(span === null ? others : [...others, { id, span }]);
    return weeks.map((days) => layWeek(days, all, most));
  }, [weeks, laid, drag, most]);
  return {
    layouts,
    bars: layouts.flatMap(({ bars }) => bars),
    barsOn(day) {
      const at = weeks.findIndex((days) => days.includes(day));
      const column = weeks[at]?.indexOf(day) ?? -1;
      const bars = layouts[at]?.bars.filter(({ first, last }) => first <= column && column <= last) ?? [];
      return bars.toSorted((a, b) => a.lane - b.lane);
    },
    idsOn: (day) =>
      laid.filter(({ span }) => isOverlapping(span, { from: day, to: day })).map(({ id }) => id),
  };
}
