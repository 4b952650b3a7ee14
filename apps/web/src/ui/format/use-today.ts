import { useSyncExternalStore } from 'react';
import { formatDay, judgeDue, readPresent, type DueWhen } from './due-date.ts';

/** How often the clock is looked at: a page stays open over midnight, and a machine sleeps through it. */
const LOOK_EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
const readToday = () => formatDay(new Date());

/** The present day where the reader is, `2026-11-20`; re-renders when it ends. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday);
}

/** How pressing it is that something is due, if it is; re-renders when that changes. */
export function useDueWhen(due: string | null, isClosed: boolean): DueWhen | undefined {
  const read = () => (due === null ? undefined : judgeDue(due, readPresent(), isClosed));
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * The present minute as an instant right after its beginning, so that a moment that it begins with is over; for what has to be
 * looked at again as time goes by. Empty where that is not needed.
 */
export function useMinute(isNeeded: boolean): string {
  const read = () => (isNeeded ? `${new Date().toISOString().slice(0, 16)}:00.001Z` : '');
  return useSyncExternalStore(subscribe, read, read);
}
