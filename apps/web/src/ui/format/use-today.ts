import { useSyncExternalStore } from 'react';
import { formatDay, classifyDueDate, readPresent, type DueWhen } from './due-date.ts';

/** Poll interval of the clock. A page may stay open past midnight, and timers do not fire while a device sleeps. */
const POLL_EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_EVERY_MS);
  return () => clearInterval(timer);
}
const readToday = () => formatDay(new Date());

/** Returns the current day in the reader's time zone, `2026-11-20`. Re-renders when it ends. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday);
}

/** Returns how urgent a due date is. Returns undefined without a due date. Re-renders when the urgency changes. */
export function useDueWhen(due: string | null, isClosed: boolean): DueWhen | undefined {
  const read = () => (due === null ? undefined : classifyDueDate(due, readPresent(), isClosed));
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * Returns the current minute as a timestamp 1 ms after the minute's start. A timestamp at the start thus counts as past. For content that
 * depends on the time. Empty if not needed.
 */
export function useMinute(isNeeded: boolean): string {
  const read = () => (isNeeded ? `${new Date().toISOString().slice(0, 16)}:00.001Z` : '');
  return useSyncExternalStore(subscribe, read, read);
}
