import type { Scale } from '@hearth/contracts/views/view-values';
import { addDays } from '@hearth/contracts/core/days';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useState, type FocusEvent, type RefObject } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { readFirstWeekday, useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useCursorFocus, type CalendarCursor } from './calendar-cursor.ts';
import {
  isSamePeriod,
  listWeeks,
  startOfWeek,
  stepPeriod,
  WEEK_DAYS,
} from '#features/tasks/schedule/calendar-days.ts';
import type { Span } from '#features/tasks/model/task-span.ts';

export interface CalendarTime {
  today: string;
  /** A day within the visible period. */
  shown: string;
  title: string;
  weeks: readonly (readonly string[])[];
  range: Span;
  cursor: CalendarCursor;
  isCursorShown: boolean;
  /** The tab stop: the cursor, or a visible day when another period is shown. */
  stop: CalendarCursor;
  /** Returns the index of the week that contains a day. Returns -1 if the day is outside the visible period. */
  weekAt: (day: string) => number;
  show: (day: string) => void;
  setCursor: (cursor: CalendarCursor) => void;
  /** Moves the cursor and focus. */
  goTo: (day: string, taskId: string | null) => void;
  takeFocus: () => void;
  onFocus: (event: FocusEvent) => void;
  /** Moves the visible period and the cursor by the given number of weeks or months, without moving focus. */
  step: (count: number) => void;
  /** Moves the cursor by the given number of weeks or months, shows its period, and focuses its day. */
  stepCursor: (count: number) => void;
  showNow: () => void;
}

/** Manages the visible period of a calendar and its cursor. */
export function useCalendarTime(
  scale: Scale,
  isTitledByMonth: boolean,
  grid: RefObject<HTMLElement | null>,
): CalendarTime {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const [shown, setShown] = useState(today);
  const [cursor, setCursor] = useState<CalendarCursor>({ day: today, taskId: null });
  const { take, onFocus } = useCursorFocus(grid, cursor, setCursor);
  const firstWeekday = readFirstWeekday();
  const weeks = useMemo(() => listWeeks(shown, scale, firstWeekday), [shown, scale, firstWeekday]);
  const range = { from: weeks[0]?.[0] ?? shown, to: weeks.at(-1)?.at(-1) ?? shown };

  function nameOf(day: string): string {
    if (isTitledByMonth) return formats.calendarDay(day, { month: 'long', year: 'numeric' });
    const from = startOfWeek(day, firstWeekday);
    return t`${formats.calendarDay(from)} – ${formats.calendarDay(addDays(from, WEEK_DAYS - 1))}`;
  }
  const isCursorShown = range.from <= cursor.day && cursor.day <= range.to;
  const weekAt = (day: string) => weeks.findIndex((days) => days.includes(day));
  function show(day: string): void {
    if (!isSamePeriod(day, shown, scale, firstWeekday)) announce(nameOf(day));
    setShown(day);
  }
  return {
    today,
    shown,
    title: nameOf(shown),
    weeks,
    range,
    cursor,
    isCursorShown,
    stop: isCursorShown ? cursor : { day: shown, taskId: null },
    weekAt,
    show,
    setCursor,
    goTo(day, taskId) {
      if (weekAt(day) === -1) show(day);
      setCursor({ day, taskId });
      take();
    },
    takeFocus: take,
    onFocus,
    step(count) {
      const day = stepPeriod(shown, scale, count);
      show(day);
      setCursor({ day, taskId: null });
    },
    stepCursor(count) {
      const day = stepPeriod(cursor.day, scale, count);
      show(day);
      setCursor({ day, taskId: null });
      take();
    },
    showNow() {
      show(today);
      setCursor({ day: today, taskId: null });
    },
  };
}
