import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { deleteTasks } from '#features/tasks/model/bulk.data.ts';
import { DRAWN_MS, restoreTaskFocus } from '#features/tasks/model/restore-task-focus.ts';
import { NOTHING, readTargets, selection } from '#features/tasks/model/selection.ts';
import { listSendable } from '#features/tasks/model/triage.data.ts';
import type { Field } from './choose-field.tsx';

/** Changes the selected tasks, or the focused one. */
export function useBulkActs() {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  /** The field that is being edited. */
  const [openField, setOpenField] = useState<{ field: Field; ids: readonly string[] } | null>(null);

  /** Returns the targets that the user is authorized to change. Shows a toast if any target is excluded. */
  const readAllowed = (action: 'task.update' | 'task.delete'): string[] => {
    const rows = readTargets().flatMap((id) => store.row('task', id) ?? []);
    const allowed = rows.filter((row) => may(action, row));
    const left = rows.length - allowed.length;
    if (left > 0) {
      showToast(t`${plural(left, { one: 'You can’t change # task', other: 'You can’t change # tasks' })}`, {
        isSuccess: false,
      });
    }
    return allowed.map(({ id }) => id);
  };

  const openEditor = (field: Field): void => {
    // Snoozes and reminders are personal and require only read access.
    const isOwn = field === 'snooze' || field === 'remind';
    const ids = isOwn ? readTargets() : readAllowed('task.update');
    const isHidden = (id: string) => store.row('task', id)?.parentId === HIDDEN_TASK;
    if (field === 'parent' && ids.length > 0 && ids.every(isHidden))
      showToast(t`Only someone who can see its parent can change that`, { isSuccess: false });
    else if (ids.length > 0) setOpenField({ field, ids });
  };

  const watch = (isWatching: boolean): void => {
    const ids = readTargets();
    void import('#features/tasks/watchers/watch-act.ts').then(({ watchWithToast }) =>
      watchWithToast(store, ids, isWatching),
    );
  };

  const startTimer = (): void => {
    const task = store.row('task', readTargets()[0] ?? '');
    if (task === undefined) return;
    if (!may('task.comment', task)) showToast(t`You can’t edit this task`, { isSuccess: false });
    else
      void import('#features/tasks/time-tracking/timer-act.ts').then(({ startTimerWithToast }) =>
        startTimerWithToast(store, task.id),
      );
  };

  const send = (): void => {
    const tasks = listSendable(store, readAllowed('task.update'));
    if (tasks.length === 0) return;
    const { host, focused } = selection.get();
    const order = host?.order() ?? [];
    void import('./triage-send.ts').then(({ sendToTriageWithToast }) => {
      sendToTriageWithToast(store, tasks);
      selection.set(NOTHING);
      restoreTaskFocus(order, focused ?? tasks.at(-1)?.id ?? null);
    });
  };

  const duplicate = (): void => {
    const ids = readTargets().filter((id) => {
      const task = store.row('task', id);
      return task !== undefined && may('task.create', { projectId: task.projectId, createdBy: null });
    });
    if (ids.length === 0) {
      showToast(t`You can’t create tasks here`, { isSuccess: false });
      return;
    }
    void import('#features/tasks/templates/duplicate-act.ts').then(({ duplicateWithToast }) => {
      const [first] = duplicateWithToast(store, ids);
      // The new row has been rendered by then.
      setTimeout(() => {
        if (first !== undefined) selection.get().host?.focus(first);
      }, DRAWN_MS);
    });
  };

  const change = (commands: readonly Command[], ids: readonly string[]): void => {
    const { host, focused } = selection.get();
    const order = host?.order() ?? [];
    if (commands.length > 0) store.mutate(commands);
    restoreTaskFocus(order, focused ?? ids.at(-1) ?? null);
  };

  const remove = (): void => {
    const ids = readAllowed('task.delete');
    if (ids.length === 0) return;
    const count = ids.length;
    change(
      deleteTasks(store, ids, (task) => may('task.delete', task)),
      ids,
    );
    selection.set(NOTHING);
    showToast(t`${plural(count, { one: '# task deleted', other: '# tasks deleted' })}`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  };

  return {
    openField,
    closeEditor: () => setOpenField(null),
    openEditor,
    watch,
    startTimer,
    send,
    duplicate,
    change,
    remove,
  };
}
