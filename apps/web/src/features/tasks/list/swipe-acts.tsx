import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { ChooseSnooze } from '#features/tasks/reminders/choose-snooze.tsx';
import { isTaken } from '#features/tasks/model/tasks.data.ts';
import { acceptTasks } from '#features/tasks/model/triage.data.ts';
import { finishTask } from './finish-task.ts';
import type { Swipe } from './use-swipe.ts';

interface SwipeActsProps {
  taskId: string;
  swipe: Swipe;
  onDone: () => void;
}

/**
 * Swipe actions of a task. Swiping forward completes the task, reopens it, or accepts it from triage. Swiping back prompts for how long to
 * snooze the task.
 */
export function SwipeActs({ taskId, swipe, onDone }: SwipeActsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const finish = useEffectEvent(() => {
    onDone();
    const task = store.row('task', taskId);
    if (task === undefined) return;
    if (!may('task.update', task)) {
      showToast(t`You can’t change this task`, { isSuccess: false });
      return;
    }
    if (!isTaken(task)) {
      store.mutate(acceptTasks(store, [taskId]));
      showToast(t`Task accepted`, { action: { label: t`Undo`, run: () => void store.undo() } });
      return;
    }
    finishTask(store, task);
  });
  useEffect(() => {
    if (swipe === 'ahead') finish();
  }, [swipe]);
  if (swipe === 'ahead') return null;
  return (
    <ChooseSnooze
      ids={[taskId]}
      onChange={(commands) => {
        if (commands.length > 0) store.mutate(commands);
      }}
      onClose={onDone}
    />
  );
}
