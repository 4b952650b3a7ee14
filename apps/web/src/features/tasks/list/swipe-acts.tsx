import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '#platform/client-state/core.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { placeTasks } from '#features/tasks/model/bulk.data.ts';
import { ChooseSnooze } from '#features/tasks/reminders/choose-snooze.tsx';
import { defaultStatus, isTaken, statusesInOrder } from '#features/tasks/model/tasks.data.ts';
import { acceptTasks } from '#features/tasks/model/triage.data.ts';
import type { Swipe } from './use-swipe.ts';

interface SwipeActsProps {
  taskId: string;
  swipe: Swipe;
  onDone: () => void;
}

/** What a swipe over a task does: ahead it is done, open again, or accepted from triage; back asks till when it is snoozed. */
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
    const isClosed = task.closedAt !== null;
    const statuses = statusesInOrder(store)
      .ids()
      .flatMap((id) => store.row('status', id) ?? []);
    const to = isClosed ? defaultStatus(store) : statuses.find(({ category }) => category === 'completed');
    if (to === undefined) return;
    store.mutate(placeTasks(store, [taskId], { statusId: to.id }));
    showToast(isClosed ? t`Task reopened` : t`Task done`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
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
