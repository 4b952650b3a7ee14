import { useLingui } from '@lingui/react/macro';
import type { Person } from '#ui/format/person.ts';
import type { PastChange } from '@hearth/contracts/tasks/tasks';

/** The author of a change: possibly a former member; cycle rollovers have none. */
export function useWhoChanged(people: readonly Person[]) {
  const { t } = useLingui();
  const nameOf = (id: string | null): Person =>
    people.find((one) => one.id === id) ?? { id: id ?? '', name: t`Former member`, image: null };
  /** Cycle rollovers are automatic: no author. */
  const whoChanged = (change: Pick<PastChange, 'actor' | 'field'>): Person =>
    change.actor === null && change.field === 'cycleId'
      ? { id: '', name: t`Hearth`, image: null }
      : nameOf(change.actor);
  return { nameOf, whoChanged };
}
