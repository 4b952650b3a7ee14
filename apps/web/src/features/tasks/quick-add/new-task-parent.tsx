import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconHierarchy, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { findNestingProblem } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
import { TaskPicker } from '#features/tasks/task-picker/task-picker.tsx';
import panel from '#features/tasks/fields/panel.module.css';
import styles from './new-task.module.css';

type Task = SyncRows['task'];

/** Placeholder id of the new task. It does not exist yet and therefore has no descendants. */
const NEW = 'new';

interface NewTaskParentProps {
  parentId: string | null;
  projectId: string | null;
  onPick: (parent: Task | null) => void;
}

/** Button that shows the parent of a new task and opens a dialog for picking one. */
export function NewTaskParent({ parentId, projectId, onPick }: NewTaskParentProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const parent = useRow('task', parentId ?? '');
  const label = t`Parent`;

  function explain(other: Task): string | null {
    const problem = findNestingProblem(store, [NEW], other.id);
    if (problem === 'deep') return t`Too many levels`;
    if (problem === 'full') return t`Limit reached`;
    return may('task.update', other) ? null : t`You can’t edit it`;
  }

  return (
    <span className={styles.cell}>
      <button
        ref={button}
        type="button"
        className={styles.parent}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconHierarchy size={15} stroke={1.7} aria-hidden="true" />
        <span className="hidden-text">{label}: </span>
        {parent === undefined ? (
          <span className={panel.faint}>
            <Trans>No parent</Trans>
          </span>
        ) : (
          <span className={styles.parentName}>{parent.title}</span>
        )}
      </button>
      {parent !== undefined && (
        <IconButton
          label={t`Clear: ${label}`}
          size={24}
          onClick={() => {
            onPick(null);
            button.current?.focus();
          }}
        >
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
      {isOpen && (
        <TaskPicker
          title={t`Choose parent`}
          projectId={projectId}
          isLeftOut={({ id }) => id === parentId}
          explain={explain}
          onPick={(task) => {
            onPick(task);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  );
}
