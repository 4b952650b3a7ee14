import type { SyncRows } from '@hearth/contracts/sync';
import { HIDDEN_TASK } from '@hearth/contracts/task-values';
import { useLingui } from '@lingui/react/macro';
import { IconHierarchy } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/actions.ts';
import { announce } from '#platform/announce.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { findNestingTrouble, setParent } from './sub-tasks.data.ts';
import { TaskPicker } from './task-picker.tsx';
import { setParentAction } from './tasks.actions.ts';

type Task = SyncRows['task'];

/** The button in the panel's head that makes a task part of another. */
export function ParentPicker({ task }: { task: Task }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const canSet = task.parentId !== HIDDEN_TASK;
  useAction(setParentAction, () => setIsOpen(true), canSet);

  if (!canSet) return null;
  return (
    <>
      <IconButton
        label={t`Make it part of another task`}
        shortcut={setParentAction}
        onClick={() => setIsOpen(true)}
      >
        <IconHierarchy size={17} stroke={1.7} />
      </IconButton>
      {isOpen && <ParentDialog task={task} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Asks which task this one is part of. */
export function ParentDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();

  function explain(other: Task): string | null {
    const trouble = findNestingTrouble(store, task.id, other.id);
    if (trouble === 'circle') return t`Part of this task`;
    if (trouble === 'deep') return t`Too many levels`;
    if (trouble === 'full') return t`No room for more`;
    return may('task.update', other) ? null : t`You may not change it`;
  }

  return (
    <TaskPicker
      title={t`Part of which task?`}
      projectId={task.projectId}
      isLeftOut={({ id }) => id === task.id || id === task.parentId}
      explain={explain}
      onClose={onClose}
      onPick={(parent) => {
        const name = parent.title;
        store.mutate(setParent(store, task.id, parent.id));
        announce(t`Part of ${name} now`);
        onClose();
      }}
    />
  );
}
