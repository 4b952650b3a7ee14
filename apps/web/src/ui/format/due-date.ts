import { dayOf, isOver, type Present } from '@hearth/contracts/core/moment-values';
import { dayInZone } from './formats.ts';
import { readerZone } from './reader.ts';

/** Returns the day of a timestamp in the reader's time zone, `2026-11-20`. */
export function formatDay(date: Date): string {
  return dayInZone(date.getTime(), readerZone());
}

export function readPresent(): Present {
  const now = new Date();
  return { now: now.toISOString(), today: formatDay(now) };
}

export type DueWhen = 'later' | 'today' | 'overdue' | 'closed';

/**
 * Classifies a due date in the reader's time zone.
 * @param isClosed closed tasks are `closed`, whatever their due date
 */
export function classifyDueDate(due: string, present: Present, isClosed: boolean): DueWhen {
  if (isClosed) return 'closed';
  if (isOver(due, present)) return 'overdue';
  return dayOf(due, readerZone()) === present.today ? 'today' : 'later';
}
