import { secondsOf, type TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { useSyncExternalStore } from 'react';
import { showElapsed } from './durations.ts';

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1000);
  return () => clearInterval(timer);
}
const readSecond = () => Math.floor(Date.now() / 1000);

/** The running clock of a timer. It updates without re-rendering its parent. */
export function Elapsed({ entry, className }: { entry: TimeEntry; className?: string | undefined }) {
  const second = useSyncExternalStore(subscribe, readSecond);
  return (
    // Not a live region: announcing every second would drown out all other announcements.
    <span className={className} role="timer" aria-live="off">
      {showElapsed(secondsOf(entry, second * 1000))}
    </span>
  );
}
