import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ProjectOrder } from '#features/projects/model/project-order.ts';
import styles from './project-columns.module.css';

const HEADS = [
  { by: 'name', name: msg`Name` },
  { by: 'health', name: msg`Health` },
  { by: 'lead', name: msg`Lead` },
  { by: 'target', name: msg`Target date` },
  { by: 'open', name: msg`Progress` },
] as const;

interface ProjectHeadsProps {
  /** Null for the team's own order. */
  order: ProjectOrder | null;
  onOrder: (order: ProjectOrder | null) => void;
}

/**
 * Sortable column headers of a project list. The first press sorts, the second reverses the order, and the third restores the team's order.
 */
export function ProjectHeads({ order, onOrder }: ProjectHeadsProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Sort by`} className={styles.heads}>
      {HEADS.map(({ by, name }) => {
        const isSorted = order?.by === by;
        const Arrow = order?.isReversed === true ? IconArrowUp : IconArrowDown;
        return (
          <span key={by} className={styles[by]}>
            <button
              type="button"
              className={styles.sort}
              aria-pressed={isSorted}
              onClick={() =>
                onOrder(
                  isSorted && order.isReversed ? null : { by, isReversed: isSorted && !order.isReversed },
                )
              }
            >
              {t(name)}
              {isSorted && <Arrow size={13} stroke={2} aria-hidden="true" />}
            </button>
          </span>
        );
      })}
    </div>
  );
}
