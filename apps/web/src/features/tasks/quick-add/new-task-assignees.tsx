import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUser } from '@tabler/icons-react';
import { usePeople } from '#features/members/index.ts';
import { Avatar, AvatarStack } from '#ui/avatar.tsx';
import { PersonChip } from '#ui/chip.tsx';
import { Picker } from '#ui/picker.tsx';
import panel from '#features/tasks/parts/panel.module.css';
import type { Picks } from './new-task-picks.ts';

interface NewTaskAssigneesProps {
  assigneeIds: readonly string[];
  onPick: (change: Partial<Picks>) => void;
}

/** Whose work a new task is. */
export function NewTaskAssignees({ assigneeIds, onPick }: NewTaskAssigneesProps) {
  const { t } = useLingui();
  const people = usePeople();
  const assigned = people.filter(({ id }) => assigneeIds.includes(id));
  const [only] = assigned;
  return (
    <Picker
      label={t`Assignees`}
      isMultiple
      selected={assigneeIds}
      options={people.map((person) => ({
        value: person.id,
        label: person.name,
        icon: <Avatar person={person} size={20} />,
      }))}
      onPick={(id) =>
        onPick({
          assigneeIds: assigneeIds.includes(id)
            ? assigneeIds.filter((other) => other !== id)
            : [...assigneeIds, id].toSorted(),
        })
      }
    >
      {assigned.length > 1 ? (
        <>
          <AvatarStack people={assigned} />
          <Plural value={assigned.length} one="# person" other="# people" />
        </>
      ) : only === undefined ? (
        <>
          <IconUser size={15} stroke={1.7} aria-hidden="true" />
          <span className={panel.faint}>
            <Trans>Nobody</Trans>
          </span>
        </>
      ) : (
        <PersonChip person={only} />
      )}
    </Picker>
  );
}
