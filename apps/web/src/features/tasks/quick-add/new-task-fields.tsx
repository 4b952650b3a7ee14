import { LIMITS } from '@hearth/contracts/limits';
import type { Priority } from '@hearth/contracts/task-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { Avatar, AvatarStack } from '#ui/avatar.tsx';
import { PersonChip, ProjectChip } from '#ui/chip.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { WhenField } from '#ui/when-field.tsx';
import { Picker } from '#ui/picker.tsx';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { EstimatePicker } from '#features/tasks/fields/estimate-picker.tsx';
import { labelsByName } from '#features/tasks/labels/labels.data.ts';
import { RepeatPicker } from '#features/tasks/recurrence/repeat-picker.tsx';
import { PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from '#features/tasks/model/task-words.ts';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { TypePicker } from '#features/tasks/task-types/type-picker.tsx';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import panel from '#features/tasks/parts/panel.module.css';
import styles from './new-task.module.css';

/** What was picked for a new task. */
export type Picks = Omit<Partial<TaskFields>, 'title' | 'description'> & { newLabels: readonly string[] };

interface NewTaskFieldsProps {
  /** As they will be. */
  fields: Partial<TaskFields>;
  newLabels: readonly string[];
  onPick: (change: Partial<Picks>) => void;
}

const NONE = 'none';

/** The fields of a new task, each a quiet button that shows what it will be. */
export function NewTaskFields({ fields, newLabels, onPick }: NewTaskFieldsProps) {
  const { t } = useLingui();
  const projects = useProjects();
  const people = usePeople();
  const estimate = useRef<HTMLButtonElement>(null);
  const hasType = useTaskTypes().length > 0;
  const chosen = projects.find(({ id }) => id === fields.projectId);
  const { priority = 'none', assigneeIds = [] } = fields;
  const assigned = people.filter(({ id }) => assigneeIds.includes(id));
  const [only] = assigned;
  return (
    <div className={styles.choices}>
      <Picker
        label={t`Project`}
        selected={[chosen?.id ?? NONE]}
        options={[
          { value: NONE, label: t`No project` },
          ...projects.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
          })),
        ]}
        onPick={(id) => onPick({ projectId: id === NONE ? null : id })}
      >
        {chosen === undefined ? t`No project` : <ProjectChip name={chosen.name} color={chosen.color} />}
      </Picker>
      <Picker
        label={t`Priority`}
        selected={[priority]}
        options={PRIORITIES_BY_WEIGHT.map((value) => ({
          value,
          label: t(PRIORITY_WORDS[value]),
          icon: <PriorityGlyph priority={value} />,
        }))}
        onPick={(value) => onPick({ priority: value as Priority })}
      >
        <PriorityGlyph priority={priority} />
        {t(PRIORITY_WORDS[priority])}
      </Picker>
      {hasType && (
        <TypePicker typeId={fields.typeId ?? null} canEdit onPick={(typeId) => onPick({ typeId })} />
      )}
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
          <span className={panel.faint}>
            <Trans>Nobody</Trans>
          </span>
        ) : (
          <PersonChip person={only} />
        )}
      </Picker>
      <LabelField labelIds={fields.labelIds ?? []} newLabels={newLabels} onPick={onPick} />
      <EstimatePicker
        estimate={fields.estimate ?? null}
        canEdit
        buttonRef={estimate}
        onPick={(points) => onPick({ estimate: points })}
      />
      <span className={styles.day}>
        <span aria-hidden="true" className={panel.faint}>
          <Trans>Start date</Trans>
        </span>
        <WhenField
          label={t`Start date`}
          value={fields.startDate ?? null}
          isClosed
          onChange={(startDate) => onPick({ startDate })}
        />
      </span>
      <span className={styles.day}>
        <span aria-hidden="true" className={panel.faint}>
          <Trans>Due date</Trans>
        </span>
        <WhenField
          label={t`Due date`}
          value={fields.dueDate ?? null}
          onChange={(dueDate) => onPick({ dueDate })}
        />
      </span>
      <RepeatPicker repeat={fields.repeat ?? null} dates={fields} canEdit onPick={onPick} />
    </div>
  );
}

interface LabelFieldProps {
  labelIds: readonly string[];
  newLabels: readonly string[];
  onPick: (change: Partial<Picks>) => void;
}

/** Labels that are there, and new ones, which are made with the task. */
function LabelField({ labelIds, newLabels, onPick }: LabelFieldProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const chosen = labels.filter(({ id }) => labelIds.includes(id));
  const names = [...chosen.map(({ name }) => name), ...newLabels];
  const hasRoom = labels.length + newLabels.length < LIMITS.labelsPerTeam;
  const toName = (value: string) => value.slice(NEW.length);
  return (
    <Picker
      label={t`Labels`}
      isMultiple
      selected={[...chosen.map(({ id }) => id), ...newLabels.map((name) => NEW + name)]}
      options={[
        ...labels.map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColorDot color={color} />,
        })),
        ...newLabels.map((name) => ({ value: NEW + name, label: name })),
      ]}
      onPick={(value) => {
        if (value.startsWith(NEW)) onPick({ newLabels: newLabels.filter((name) => name !== toName(value)) });
        else if (labelIds.includes(value)) onPick({ labelIds: labelIds.filter((id) => id !== value) });
        else onPick({ labelIds: [...labelIds, value].toSorted() });
      }}
      making={
        may('labels.change') && hasRoom
          ? {
              placeholder: t`Search or create a label…`,
              maxLength: LIMITS.labelName,
              name: (name) => t`Create label “${name}”`,
              make: (name) => onPick({ newLabels: [...newLabels, name] }),
            }
          : undefined
      }
    >
      {names.length === 0 ? (
        <span className={panel.faint}>
          <Trans>No labels</Trans>
        </span>
      ) : (
        names.join(', ')
      )}
    </Picker>
  );
}

/** Before the name of a label that is not there yet; ids begin otherwise. */
const NEW = 'new:';
