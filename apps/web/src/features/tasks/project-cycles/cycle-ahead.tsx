import type { CycleCount } from '@hearth/contracts/cycles/cycle-values';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats } from '#ui/format/formats.ts';
import { CycleName, CycleTasks, useCycleCountFormatter } from './cycle-parts.tsx';
import type { Cycle } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycle, nameCycleDays } from '#features/tasks/cycles/cycle-names.ts';
import type { CycleLinks } from './project-cycles.tsx';
import { useCycleWork } from './use-cycle-work.ts';
import styles from './cycles.module.css';

interface CycleAheadProps {
  cycle: Cycle;
  capacity: CycleCount | null;
  canEdit: boolean;
  links: CycleLinks;
}

/** A planned cycle, with a warning if it exceeds the usual capacity. */
export function CycleAhead({ cycle, capacity, canEdit, links }: CycleAheadProps) {
  useFormats();
  const work = useCycleWork(cycle.id);
  const formatCount = useCycleCountFormatter();
  const isOver =
    capacity !== null && (work.scope.tasks > capacity.tasks || work.scope.points > capacity.points);
  return (
    <details className={styles.fold}>
      <summary>
        <span className={styles.title}>{nameCycle(cycle)}</span>
        <span className={styles.days}>{nameCycleDays(cycle)}</span>
        <span className={styles.sum}>{formatCount(work.scope)}</span>
        {isOver && (
          <span className={styles.over}>
            <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
            <Trans>Over capacity</Trans>
          </span>
        )}
      </summary>
      {canEdit && <CycleName cycle={cycle} canEdit />}
      <CycleTasks work={work} links={links} />
    </details>
  );
}
