import { useLingui } from '@lingui/react/macro';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { PeopleNames } from './people-names.tsx';

interface ChoiceProps {
  canEdit: boolean;
  onPick: (change: Partial<TaskFields>) => void;
}

/** Selects the status of an existing or new task. */
export function StatusChoice({ statusId, canEdit, onPick }: ChoiceProps & { statusId: string | undefined }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const status = statuses.find(({ id }) => id === statusId);
  return (
    <Picker
      label={t`Status`}
      isDisabled={!canEdit}
      selected={statusId === undefined ? [] : [statusId]}
      options={statuses.map((look) => ({
        value: look.id,
        label: look.name,
        icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
      }))}
      onPick={(id) => onPick({ statusId: id })}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
      )}
      {status?.name ?? t`Unknown`}
    </Picker>
  );
}

export function usePeopleOptions(): PickerOption[] {
  return usePeople().map(toPersonOption);
}

export function AssigneeChoice(props: ChoiceProps & { assigneeIds: readonly string[] }) {
  const { assigneeIds: ids, canEdit, onPick } = props;
  const { t } = useLingui();
  const assigned = usePeople().filter(({ id }) => ids.includes(id));
  return (
    <Picker
      label={t`Assignees`}
      isMultiple
      isDisabled={!canEdit}
      selected={ids}
      options={usePeopleOptions()}
      onPick={(id) =>
        onPick({ assigneeIds: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id] })
      }
    >
      <PeopleNames people={assigned} />
    </Picker>
  );
}
