import { useSyncExternalStore } from 'react';
import { formatDay } from './due-date.ts';

/** How often the day is looked at: a page stays open over midnight, and a machine sleeps through it. */
const LOOK_EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
const readToday = () => formatDay(new Date());

/** The present day, `2026-11-20`; re-renders when it ends. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, readToday, readToday);
}
