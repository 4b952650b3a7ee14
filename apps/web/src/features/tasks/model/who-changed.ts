import { useLingui } from '@lingui/react/macro';
import type { Person } from '#ui/format/person.ts';
import type { PastChange } from '@hearth/contracts/tasks/tasks';

/** Who did something: also somebody who has left, and for carried-over tasks nobody. */
export function useWhoChanged(people: readonly Person[]) {
  const { t } = useLingui();
  const nameOf = (id: string | null): Person =>
    people.find((one) => one.id === id) ?? { id: id ?? '', name: t`Former member`, image: null };
  /** Nobody carries tasks over: cycles turn by themselves. */
  const whoChanged = (change: Pick<PastChange, 'actor' | 'field'>): Person =>
    change.actor === null && change.field === 'cycleId'
      ? { id: '', name: t`Hearth`, image: null }
      : nameOf(change.actor);
  return { nameOf, whoChanged };
}
