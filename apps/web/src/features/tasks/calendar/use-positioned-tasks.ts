import { useMemo } from 'react';
import { useGroups, type View } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { sortLaid, type PositionedTask } from './calendar-layout.ts';
import { isOverlapping, readSpanName, type Span } from '#features/tasks/model/task-span.ts';

/**
 * Returns the tasks within a date range, sorted for layout.
 * @param view must be grouped by `nameSpan`
 */
export function usePositionedTasks(view: View<'task'>, from: string, to: string): readonly PositionedTask[] {
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
