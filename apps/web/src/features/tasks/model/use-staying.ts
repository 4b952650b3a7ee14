import { useState } from 'react';

/** Returns the properties that have a value or had one since the task was opened, so that no row disappears under the pointer. */
export function useStaying(telling: readonly string[]): ReadonlySet<string> {
  const [staying, setStaying] = useState<ReadonlySet<string>>(() => new Set(telling));
  const isNew = telling.some((fact) => !staying.has(fact));
  const all = isNew ? new Set([...staying, ...telling]) : staying;
  if (isNew) setStaying(all);
  return all;
}
