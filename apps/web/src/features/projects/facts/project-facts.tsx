import { CYCLE_LIMITS } from '@hearth/contracts/cycles/cycle-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { HEALTHS, type Health } from '@hearth/contracts/projects/project-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { PersonChip } from '#ui/display/chip.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { HEALTH_LABELS, HealthGlyph } from './health.tsx';
import { updateProject, type ProjectFields } from '#features/projects/model/projects.data.ts';
import styles from './project-facts.module.css';

/** Represents 'none' in pickers because their values cannot be empty. */
const NONE = 'none';
const WEEKS = Array.from({ length: CYCLE_LIMITS.weeks }, (_, at) => at + 1);

/** Health, lead, cycles, dates and description of a project, edited in place. */
export function ProjectFacts({ project, canEdit }: { project: SyncRows['project']; canEdit: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const people = usePeople();
  const lead = people.find(({ id }) => id === project.leadId);
  const { id: projectId, health, startDate, targetDate } = project;
  const change = (fields: Partial<ProjectFields>) =>
    void store.mutate(updateProject(store, projectId, fields));

  function changeCycles(weeks: number | null): void {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const fresh = { startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone };
    change({ cycles: weeks === null ? null : { ...(project.cycles ?? fresh), weeks } });
  }

  function changeDates(dates: { startDate: string | null; targetDate: string | null }): void {
    const { startDate: first, targetDate: last } = dates;
    if (first !== null && last !== null && last < first) {
      showError(t`The target date can’t be before the start date.`);
    } else change(first === startDate ? { targetDate: last } : { startDate: first });
  }

  return (
    <>
      {!canEdit && <WhyNot act="project.update" projectId={projectId} isNotice />}
      <dl className={styles.facts}>
        <dt>
          <Trans>Health</Trans>
        </dt>
        <dd>
          <HealthPicker health={health} isDisabled={!canEdit} onPick={(value) => change({ health: value })} />
        </dd>
        <dt>
          <Trans>Lead</Trans>
        </dt>
        <dd>
          <Picker
            label={t`Lead`}
            isDisabled={!canEdit}
            selected={[project.leadId ?? NONE]}
            options={[{ value: NONE, label: t`Nobody` }, ...people.map(toPersonOption)]}
            onPick={(id) => change({ leadId: id === NONE ? null : id })}
          >
            {lead === undefined ? (
              <span className={styles.faint}>
                <Trans>Nobody</Trans>
              </span>
            ) : (
              <PersonChip person={lead} />
            )}
          </Picker>
        </dd>
        <dt>
          <Trans>Cycles</Trans>
        </dt>
        <dd>
          <CyclesPicker weeks={project.cycles?.weeks ?? null} isDisabled={!canEdit} onPick={changeCycles} />
        </dd>
        <dt>
          <Trans>Start date</Trans>
        </dt>
        <dd>
          <DateField
            label={t`Start date`}
            value={startDate}
            isClosed
            isDisabled={!canEdit}
            onChange={(first) => changeDates({ startDate: first, targetDate })}
          />
        </dd>
        <dt>
          <Trans>Target date</Trans>
        </dt>
        <dd>
          <DateField
            label={t`Target date`}
            value={targetDate}
            isDisabled={!canEdit}
            onChange={(last) => changeDates({ startDate, targetDate: last })}
          />
        </dd>
      </dl>
      <EditableText
        label={t`Description`}
        value={project.description}
        draftKey={`${projectId}/about`}
        className={styles.description}
        placeholder={canEdit ? t`What is this project for?` : t`No description`}
        maxLength={LIMITS.taskDescription}
        isReadOnly={!canEdit}
        onCommit={(description) => change({ description })}
      />
    </>
  );
}

interface HealthPickerProps {
  health: Health | null;
  isDisabled: boolean;
  onPick: (health: Health | null) => void;
}

function HealthPicker({ health, isDisabled, onPick }: HealthPickerProps) {
  const { t } = useLingui();
  return (
    <Picker
      label={t`Health`}
      isDisabled={isDisabled}
      selected={[health ?? NONE]}
      options={[
        { value: NONE, label: t`Not set`, icon: <HealthGlyph health={null} /> },
        ...HEALTHS.map((value) => ({
          value,
          label: t(HEALTH_LABELS[value]),
          icon: <HealthGlyph health={value} />,
        })),
      ]}
      onPick={(value) => onPick(value === NONE ? null : (value as Health))}
    >
      <HealthGlyph health={health} />
      {health === null ? (
        <span className={styles.faint}>
          <Trans>Not set</Trans>
        </span>
      ) : (
        t(HEALTH_LABELS[health])
      )}
    </Picker>
  );
}

interface CyclesPickerProps {
  /** The length of a cycle. Null without cycles. */
  weeks: number | null;
  isDisabled: boolean;
  onPick: (weeks: number | null) => void;
}

function CyclesPicker({ weeks: chosen, isDisabled, onPick }: CyclesPickerProps) {
  const { t } = useLingui();
  const nameWeeks = (weeks: number) => t`${plural(weeks, { one: 'Every week', other: 'Every # weeks' })}`;
  return (
    <Picker
      label={t`Cycles`}
      isDisabled={isDisabled}
      selected={[String(chosen ?? NONE)]}
      options={[
        { value: NONE, label: t({ message: 'Off', context: 'cycles' }) },
        ...WEEKS.map((weeks) => ({ value: String(weeks), label: nameWeeks(weeks) })),
      ]}
      onPick={(value) => onPick(value === NONE ? null : Number(value))}
    >
      {chosen === null ? (
        <span className={styles.faint}>
          <Trans context="cycles">Off</Trans>
        </span>
      ) : (
        nameWeeks(chosen)
      )}
    </Picker>
  );
}
