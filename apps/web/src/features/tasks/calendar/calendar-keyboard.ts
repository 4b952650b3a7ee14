import type { KeyboardEvent } from 'react';
import { addDays } from '@hearth/contracts/core/days';
import { WEEK_DAYS } from '#features/tasks/schedule/calendar-days.ts';
import type { CalendarCursor } from './calendar-cursor.ts';
import type { Bar } from './calendar-layout.ts';

interface CalendarKeys {
  cursor: CalendarCursor;
  /** Returns the bars rendered on a day, from top to bottom. Returns an empty array for a day outside the visible period. */
  barsOn: (day: string) => readonly Bar[];
  weekOf: (day: string) => readonly string[];
  goTo: (day: string, taskId: string | null) => void;
  onStep: (count: -1 | 1) => void;
  onMove: (taskId: string, days: number) => void;
  onStretch: (taskId: string, days: number) => void;
  onMake: (day: string) => void;
  onShowDay: (day: string) => void;
  onOpen: (taskId: string) => void;
}

/** Handles keyboard navigation in a calendar grid. */
export function handleCalendarKeys(event: KeyboardEvent, keys: CalendarKeys): void {
  const { target } = event;
  const isNavigable =
    target instanceof HTMLElement &&
    (target.dataset['day'] !== undefined || target.dataset['taskId'] !== undefined);
  if (!isNavigable || event.ctrlKey || event.metaKey) return;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const days = daysOfArrow(event.key, isRtl);
  const isTaken = event.altKey
    ? change(days, event.shiftKey, keys)
    : !event.shiftKey && go(event.key, days, keys);
  if (!isTaken) return;
  event.preventDefault();
  event.stopPropagation();
}

function daysOfArrow(key: string, isRtl: boolean): number {
  const ahead = isRtl ? -1 : 1;
  return { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: WEEK_DAYS, ArrowUp: -WEEK_DAYS }[key] ?? 0;
}

function change(days: number, isEnd: boolean, { cursor, onMove, onStretch }: CalendarKeys): boolean {
  if (days === 0 || cursor.taskId === null) return false;
  if (isEnd) onStretch(cursor.taskId, days);
  else onMove(cursor.taskId, days);
  return true;
}

function go(key: string, days: number, keys: CalendarKeys): boolean {
  const { cursor, barsOn, weekOf, goTo } = keys;
  const { day, taskId } = cursor;
  const bars = barsOn(day);
  const at = bars.findIndex(({ id }) => id === taskId);
  const week = weekOf(day);
  switch (key) {
    case 'ArrowDown': {
      const below = bars[at + 1];
      goTo(below === undefined ? addDays(day, days) : day, below?.id ?? null);
      return true;
    }
    case 'ArrowUp': {
      if (at >= 0) goTo(day, bars[at - 1]?.id ?? null);
      else goTo(addDays(day, days), barsOn(addDays(day, days)).at(-1)?.id ?? null);
      return true;
    }
    case 'ArrowLeft':
    case 'ArrowRight': {
      const bar = bars[at];
      if (bar === undefined) {
        goTo(addDays(day, days), null);
        return true;
      }
      // Skip all days of the task. Move to the adjacent task if there is one, otherwise to the day.
      const next = addDays(week[days > 0 ? bar.last : bar.first] ?? day, days);
      const beside = barsOn(next).toSorted(
        (a, b) => Math.abs(a.lane - bar.lane) - Math.abs(b.lane - bar.lane),
      )[0];
      goTo(next, beside?.id ?? null);
      return true;
    }
    case 'Home':
      goTo(week[0] ?? day, null);
      return true;
    case 'End':
      goTo(week.at(-1) ?? day, null);
      return true;
    case 'PageUp':
      keys.onStep(-1);
      return true;
    case 'PageDown':
      keys.onStep(1);
      return true;
    case 'Enter':
      // On a task, let Enter activate the link.
      if (taskId !== null) return false;
      keys.onMake(day);
      return true;
    case ' ':
      if (taskId === null) keys.onShowDay(day);
      else keys.onOpen(taskId);
      return true;
    default:
      return false;
  }
}
