import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { runAction, useAction, type Action } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { isTaken } from '#platform/actions/keys.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { deleteTasks } from '#features/tasks/model/bulk.data.ts';
import { ChooseField, type Field } from './choose-field.tsx';
import { fieldsInOrder } from '#features/tasks/custom-fields/fields.data.ts';
import { DRAWN_MS, restoreTaskFocus } from '#features/tasks/model/restore-task-focus.ts';
import { startLasso } from './lasso.ts';
import { BulkBar } from './bulk-bar.tsx';
import { NOTHING, readTargets, selection, takeAll } from '#features/tasks/model/selection.ts';
import { typesInOrder } from '#features/tasks/task-types/task-types.ts';
import { SCALAR_LOOKS } from '#features/tasks/model/scalar-looks.tsx';
import * as actions from '#features/tasks/model/tasks.actions.ts';
import { sendToTriageAction } from '#features/tasks/model/triage.actions.ts';
import { listSendable } from '#features/tasks/model/triage.data.ts';

const FIELD_ACTIONS: Readonly<Record<Field, Action>> = {
  status: actions.setStatus,
  ...mapScalars<Record<ScalarField, Action>>((field) => SCALAR_LOOKS[field].action),
  type: actions.setType,
  people: actions.assignTask,
  reporter: actions.setReporter,
  watchers: actions.setWatchers,
  milestone: actions.setMilestone,
  cycle: actions.setCycle,
  labels: actions.setLabels,
  due: actions.setDueDate,
  start: actions.setStartDate,
  repeat: actions.setRepeat,
  snooze: actions.snoozeTask,
  remind: actions.remindMe,
  project: actions.setProject,
  parent: actions.setParentAction,
  blockedBy: actions.relationActions.blockedBy,
  blocks: actions.relationActions.blocks,
  follows: actions.relationActions.follows,
  precedes: actions.relationActions.precedes,
  relates: actions.relationActions.relates,
  duplicates: actions.relationActions.duplicates,
  own: actions.setCustomField,
};

/** Bulk actions on the selected tasks of a list or board, or on the focused one. */
export function BulkActions({ container }: { container: React.RefObject<HTMLElement | null> }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const [openField, setOpenField] = useState<{ field: Field; ids: readonly string[] } | null>(null);
  const count = useChosenCount();
  const hasTarget = useSelected(selection, ({ chosen, focused }) => chosen.size > 0 || focused !== null);
  const hasFields = useRows(fieldsInOrder(store)).length > 0;
  const hasTypes = useRows(typesInOrder(store)).length > 0;
  const canSend = useCanSend();
  const hasHost = useSelected(selection, ({ host }) => host !== null);
  useSpokenCount(count);
  // Use a layout effect so that the listener is attached before the next input: the pointer press that starts a lasso
  // may directly follow the pointer move that mounted this component.
  useLayoutEffect(
    () => (container.current === null ? undefined : startLasso(container.current)),
    [container],
  );
  useEffect(() => {
    const clearOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTaken(event) || selection.get().chosen.size === 0) return;
      event.preventDefault();
      selection.set(NOTHING);
    };
    window.addEventListener('keydown', clearOnEscape);
    return () => window.removeEventListener('keydown', clearOnEscape);
  }, []);

  /** Returns the targets that the user is authorized to change. Shows a toast if any target is excluded. */
  function readAllowed(action: 'task.update' | 'task.delete'): string[] {
    const rows = readTargets().flatMap((id) => store.row('task', id) ?? []);
    const allowed = rows.filter((row) => may(action, row));
    const left = rows.length - allowed.length;
    if (left > 0) {
      showToast(t`${plural(left, { one: 'You can’t change # task', other: 'You can’t change # tasks' })}`, {
        isSuccess: false,
      });
    }
    return allowed.map(({ id }) => id);
  }

  function openEditor(field: Field): void {
    // Snoozes and reminders are personal and require only read access.
    const isOwn = field === 'snooze' || field === 'remind';
    const ids = isOwn ? readTargets() : readAllowed('task.update');
    const isHidden = (id: string) => store.row('task', id)?.parentId === HIDDEN_TASK;
    if (field === 'parent' && ids.length > 0 && ids.every(isHidden))
      showToast(t`Only someone who can see its parent can change that`, { isSuccess: false });
    else if (ids.length > 0) setOpenField({ field, ids });
  }

  function watch(isWatching: boolean): void {
    const ids = readTargets();
    void import('#features/tasks/watchers/watch-act.ts').then(({ watchWithToast }) =>
      watchWithToast(store, ids, isWatching),
    );
  }

  function startTimer(): void {
    const task = store.row('task', readTargets()[0] ?? '');
    if (task === undefined) return;
    if (!may('task.comment', task)) showToast(t`You can’t edit this task`, { isSuccess: false });
    else
      void import('#features/tasks/time-tracking/timer-act.ts').then(({ startTimerWithToast }) =>
        startTimerWithToast(store, task.id),
      );
  }

  function send(): void {
    const tasks = listSendable(store, readAllowed('task.update'));
    if (tasks.length === 0) return;
    const { host, focused } = selection.get();
    const order = host?.order() ?? [];
    void import('./triage-send.ts').then(({ sendToTriageWithToast }) => {
      sendToTriageWithToast(store, tasks);
      selection.set(NOTHING);
      restoreTaskFocus(order, focused ?? tasks.at(-1)?.id ?? null);
    });
  }

  function duplicate(): void {
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
  }

  function change(commands: readonly Command[], ids: readonly string[]): void {
    const { host, focused } = selection.get();
    const order = host?.order() ?? [];
    if (commands.length > 0) store.mutate(commands);
    restoreTaskFocus(order, focused ?? ids.at(-1) ?? null);
  }

  function remove(): void {
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
  }

  return (
    <>
      {(Object.keys(FIELD_ACTIONS) as Field[]).map((field) => (
        <Offer
          key={field}
          action={FIELD_ACTIONS[field]}
          run={() => openEditor(field)}
          isAvailable={hasTarget && (field !== 'own' || hasFields) && (field !== 'type' || hasTypes)}
        />
      ))}
      <Offer action={actions.watchTask} run={() => watch(true)} isAvailable={hasTarget} />
      <Offer action={actions.stopWatching} run={() => watch(false)} isAvailable={hasTarget} />
      <Offer action={actions.startTimerAction} run={startTimer} isAvailable={hasTarget && count < 2} />
      <Offer action={sendToTriageAction} run={send} isAvailable={canSend} />
      <Offer action={actions.duplicateTaskAction} run={duplicate} isAvailable={hasTarget} />
      <Offer action={actions.deleteTaskAction} run={remove} isAvailable={hasTarget} />
      <Offer
        action={actions.selectAll}
        run={() => selection.set(takeAll(selection.get().host?.order() ?? []))}
        isAvailable={hasHost}
      />
      {count > 0 && (
        <BulkBar
          count={count}
          hasFields={hasFields}
          hasTypes={hasTypes}
          canSend={canSend}
          onAct={(action) => runAction(action)}
          onClear={() => selection.set(NOTHING)}
        />
      )}
      {openField !== null && (
        <ChooseField
          field={openField.field}
          ids={openField.ids}
          onChange={(commands) => change(commands, openField.ids)}
          onClose={() => {
            setOpenField(null);
            // Otherwise focus would be lost when the bar closes on a phone or a card moves.
            restoreTaskFocus(selection.get().host?.order() ?? [], openField.ids.at(-1) ?? null);
          }}
        />
      )}
    </>
  );
}

function Offer({ action, run, isAvailable }: { action: Action; run: () => void; isAvailable: boolean }) {
  useAction(action, run, isAvailable);
  return null;
}

/** Whether any of the target tasks can be sent to triage. */
function useCanSend(): boolean {
  const store = useTeamStore();
  return useSyncExternalStore(
    (listener) => {
      const stops = [store.subscribeSteps(listener), selection.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => listSendable(store, readTargets()).length > 0,
  );
}

/** Returns how many of the selected tasks are still visible. */
function useChosenCount(): number {
  const store = useTeamStore();
  return useSyncExternalStore(
    (listener) => {
      const stops = [store.subscribeSteps(listener), selection.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => (selection.get().chosen.size === 0 ? 0 : readTargets().length),
  );
}

function useSpokenCount(count: number): void {
  const { t } = useLingui();
  const announced = useRef(0);
  useEffect(() => {
    if (count === announced.current) return;
    announced.current = count;
    announce(
      count === 0
        ? t`Nothing selected`
        : t`${plural(count, { one: '# task selected', other: '# tasks selected' })}`,
    );
  }, [count, t]);
}
