import { useState } from 'react';

/** Returns the properties that have a value or had one since the task was opened, so that no row disappears under the pointer. */
export function useStaying(shownNow: readonly string[]): ReadonlySet<string> {
  const [staying, setStaying] = useState<ReadonlySet<string>>(() => new Set(shownNow));
  const isNew = shownNow.some((fact) => !staying.has(fact));
  const all = isNew ? new Set([...staying, ...shownNow]) : staying;
  if (isNew) setStaying(all);
  return all;
}
