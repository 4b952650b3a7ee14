import { useLingui } from '@lingui/react/macro';
import type { Person } from '#ui/format/person.ts';
import type { PastChange } from '@hearth/contracts/tasks/tasks';

/** Returns functions that resolve a user id and the author of a change. Former members get a placeholder name. */
export function useChangeAuthors(people: readonly Person[]) {
  const { t } = useLingui();
  const nameOf = (id: string | null): Person =>
    people.find((one) => one.id === id) ?? { id: id ?? '', name: t`Former member`, image: null };
  /** Cycle rollovers are automatic and have no author. */
  const authorOf = (change: Pick<PastChange, 'actor' | 'field'>): Person =>
    change.actor === null && change.field === 'cycleId'
      ? { id: '', name: t`Hearth`, image: null }
      : nameOf(change.actor);
  return { nameOf, authorOf };
}
