import { useEffect, useState } from 'react';

/** Times are shown by the hour, so a delay of a few minutes is irrelevant. */
const EVERY_MS = 5 * 60_000;

/** Returns the current time, refreshed often enough to keep 'two hours ago' correct on a screen that stays open. */
export function useHour(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
