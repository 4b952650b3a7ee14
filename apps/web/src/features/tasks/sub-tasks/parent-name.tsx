import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { IconCornerDownRight } from '@tabler/icons-react';
import { useRow } from '#platform/sync/index.ts';
import styles from '#features/tasks/model/task-marks.module.css';

/** Returns the display name of a parent task. */
export function useParentName(parentId: string): string {
  const { t } = useLingui();
  const parent = useRow('task', parentId);
  if (parentId === HIDDEN_TASK) return t`a private task`;
  return parent?.title ?? t`an older task`;
}

/** Shows the parent of a task on its card and in its row. */
export function ParentName({ parentId }: { parentId: string }) {
  const { t } = useLingui();
  const name = useParentName(parentId);
  return (
    <span className={styles.parent}>
      <IconCornerDownRight size={13} stroke={1.7} aria-hidden="true" />
      <span className="one-line" aria-label={t`Parent: ${name}`}>
        {name}
      </span>
    </span>
  );
}
