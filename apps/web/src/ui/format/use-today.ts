import { useSyncExternalStore } from 'react';
import { formatDay, classifyDueDate, readPresent, type DueWhen } from './due-date.ts';

/** Poll interval of the clock: a page may stay open past midnight, and timers do not fire while a device sleeps. */
const POLL_EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_EVERY_MS);
  return () => clearInterval(timer);
}
const readToday = () => formatDay(new Date());

/** The current day in the reader's time zone, `2026-11-20`; re-renders when it ends. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday);
}

/** How urgent a due date is, or undefined without one; re-renders when the urgency changes. */
export function useDueWhen(due: string | null, isClosed: boolean): DueWhen | undefined {
  const read = () => (due === null ? undefined : classifyDueDate(due, readPresent(), isClosed));
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * The current minute, as a timestamp 1 ms after its start so that a timestamp at the start counts as past. For content that depends on the
 * time. Empty if not needed.
 */
export function useMinute(isNeeded: boolean): string {
  const read = () => (isNeeded ? `${new Date().toISOString().slice(0, 16)}:00.001Z` : '');
  return useSyncExternalStore(subscribe, read, read);
}
