import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { isClosed } from '@hearth/contracts/model/task-values';
import { ChooseSnooze } from '#features/tasks/reminders/choose-snooze.tsx';
import { restoreTaskFocus } from '#features/tasks/model/restore-task-focus.ts';
import { NOTHING, selection } from '#features/tasks/model/selection.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { TaskPicker } from '#features/tasks/task-picker/task-picker.tsx';
import { defaultStatus, isTaken } from '#features/tasks/model/tasks.data.ts';
import { DeclineDialog } from './triage-decline.tsx';
import { declineAsDuplicates, declineTasks, hasRoomForDuplicates } from './triage-decline.data.ts';
import { acceptTasks } from '#features/tasks/model/triage.data.ts';

type TriageAct = 'accept' | 'acceptAs' | 'duplicate' | 'decline' | 'snooze';

export interface TriageActs {
  /** Runs an action on the given tasks that are in triage and editable, or opens the dialog of the action. */
  act: (act: TriageAct, ids: readonly string[]) => void;
  /** The dialogs of the actions. The caller must render them. */
  dialogs: ReactNode;
}

/**
 * Actions on tasks in triage.
 * @param onActed called with the task ids before the tasks leave the list
 */
export function useTriageActs(onActed: (ids: readonly string[]) => void): TriageActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const statuses = useStatuses();
  const [dialog, setDialog] = useState<{ act: TriageAct; ids: readonly string[] } | null>(null);

  function finish(commands: readonly Command[] | null, ids: readonly string[], message: string): void {
    if (commands === null) {
      showError(t`The team has no status for cancelled tasks.`);
      return;
    }
    onActed(ids);
    const order = selection.get().host?.order() ?? [];
    store.mutate(commands);
    selection.set(NOTHING);
    // The dialog would return focus to a removed row.
    restoreTaskFocus(order, ids.at(-1) ?? null);
    showToast(message, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  function accept(ids: readonly string[], statusId?: string): void {
    const count = ids.length;
    finish(
      acceptTasks(store, ids, statusId),
      ids,
      t`${plural(count, { one: 'Task accepted', other: '# tasks accepted' })}`,
    );
  }

  function act(name: TriageAct, wanted: readonly string[]): void {
    const ids = wanted.filter((id) => {
      const task = store.row('task', id);
      return task !== undefined && !isTaken(task) && may('task.update', task);
    });
    if (ids.length === 0) {
      if (wanted.length > 0) showError(t`You can’t change this task`);
      return;
    }
    if (name === 'accept') accept(ids);
    else setDialog({ act: name, ids });
  }

  function renderDialog(): ReactNode {
    if (dialog === null) return null;
    const { ids } = dialog;
    const count = ids.length;
    const close = () => setDialog(null);
    const first = store.row('task', ids[0] ?? '');
    if (dialog.act === 'acceptAs') {
      const defaultId = defaultStatus(store)?.id;
      return (
        <ChooseDialog
          title={t`Accept into…`}
          label={t`Status`}
          choices={statuses
            .filter(({ category }) => !isClosed(category))
            .map((look) => ({
              value: look.id,
              label: look.name,
              icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
              checked: look.id === defaultId ? ('all' as const) : undefined,
            }))}
          onPick={(statusId) => accept(ids, statusId)}
          onClose={close}
        />
      );
    }
    if (dialog.act === 'duplicate') {
      return (
        <TaskPicker
          title={t`Duplicate of which task?`}
          projectId={first?.projectId ?? null}
          isLeftOut={({ id }) => ids.includes(id)}
          explain={({ id }) => (hasRoomForDuplicates(store, ids, id) ? null : t`Limit reached`)}
          onClose={close}
          onPick={(other) => {
            close();
            const name = other.key;
            const commands = declineAsDuplicates(store, ids, other.id);
            finish(commands, ids, t`Declined as a duplicate of ${name}`);
          }}
        />
      );
    }
    if (dialog.act === 'decline') {
      return (
        <DeclineDialog
          count={count}
          onClose={close}
          onDecline={(why) => {
            close();
            finish(
              declineTasks(store, ids, why),
              ids,
              t`${plural(count, { one: 'Task declined', other: '# tasks declined' })}`,
            );
          }}
        />
      );
    }
    return (
      <ChooseSnooze
        ids={ids}
        onChange={(commands) => {
          onActed(ids);
          const order = selection.get().host?.order() ?? [];
          store.mutate(commands);
          restoreTaskFocus(order, ids.at(-1) ?? null);
        }}
        onClose={close}
      />
    );
  }

  return { act, dialogs: renderDialog() };
}
