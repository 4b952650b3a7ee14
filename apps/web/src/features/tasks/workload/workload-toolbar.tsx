import type { Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { Picker } from '#ui/overlays/picker.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import styles from './workload.module.css';

const SCALES_SHOWN = ['day', 'week'] as const satisfies readonly Scale[];

interface WorkloadToolbarProps {
  title: string;
  scale: Scale;
  page: number;
  /** The member whose row is shown on a phone. Undefined if all rows are shown. */
  person: TaskGroup | undefined;
  people: readonly TaskGroup[];
  /** Undefined if the user may not see the team's capacity. */
  onTeamTime: (() => void) | undefined;
  onScale: (scale: Scale) => void;
  onPage: (page: number) => void;
  onPerson: (key: string) => void;
}

/** Shows the period with its navigation, the team's capacity, and on a phone the choice of the member. */
export function WorkloadToolbar({
  title,
  scale,
  page,
  person,
  people,
  onTeamTime,
  onScale,
  onPage,
  onPerson,
}: WorkloadToolbarProps) {
  const { t } = useLingui();
  return (
    <>
      <ScheduleHead
        title={title}
        scales={SCALES_SHOWN}
        scale={scale}
        onScale={(next) => {
          onPage(0);
          onScale(next);
        }}
        onToday={() => onPage(0)}
        onStep={(count) => onPage(page + count)}
        isAtStart={page === 0}
      >
        {onTeamTime !== undefined && (
          <button type="button" className={styles.teamTime} onClick={onTeamTime}>
            <Trans>Points per week</Trans>
          </button>
        )}
      </ScheduleHead>
      {person !== undefined && (
        <div className={styles.person}>
          <Picker
            label={t`Person`}
            isFramed
            selected={[person.key]}
            options={people.map(({ key, name, icon }) => ({ value: key, label: name, icon }))}
            onPick={onPerson}
          >
            {person.name}
          </Picker>
        </div>
      )}
    </>
  );
}
