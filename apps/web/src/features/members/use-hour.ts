import { useEffect, useState } from 'react';

/** What is shown is known to the hour; a few minutes more or less do not matter. */
const EVERY_MS = 5 * 60_000;

/** The present moment, renewed often enough for 'two hours ago' to stay true on a screen that is left open. */
export function useHour(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
