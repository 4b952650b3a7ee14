import { useState } from 'react';

/** What tells something now and what has since the task was opened: no line goes from under the pointer. */
export function useStaying(telling: readonly string[]): ReadonlySet<string> {
  const [staying, setStaying] = useState<ReadonlySet<string>>(() => new Set(telling));
  const isNew = telling.some((fact) => !staying.has(fact));
  const all = isNew ? new Set([...staying, ...telling]) : staying;
  if (isNew) setStaying(all);
  return all;
}
