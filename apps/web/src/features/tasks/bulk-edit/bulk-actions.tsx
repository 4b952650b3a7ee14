import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { runAction, useAction, type Action } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { isTaken } from '#platform/actions/keys.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ChooseField, type Field } from './choose-field.tsx';
import { fieldsInOrder } from '#features/tasks/custom-fields/fields.data.ts';
import { restoreTaskFocus } from '#features/tasks/model/restore-task-focus.ts';
import { startLasso } from './lasso.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useBulkActs } from './use-bulk-acts.ts';
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
  const store = useTeamStore();
  const { openField, closeEditor, ...acts } = useBulkActs();
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

  return (
    <>
      {(Object.keys(FIELD_ACTIONS) as Field[]).map((field) => (
        <Offer
          key={field}
          action={FIELD_ACTIONS[field]}
          run={() => acts.openEditor(field)}
          isAvailable={hasTarget && (field !== 'own' || hasFields) && (field !== 'type' || hasTypes)}
        />
      ))}
      <Offer action={actions.watchTask} run={() => acts.watch(true)} isAvailable={hasTarget} />
      <Offer action={actions.stopWatching} run={() => acts.watch(false)} isAvailable={hasTarget} />
      <Offer action={actions.startTimerAction} run={acts.startTimer} isAvailable={hasTarget && count < 2} />
      <Offer action={sendToTriageAction} run={acts.send} isAvailable={canSend} />
      <Offer action={actions.duplicateTaskAction} run={acts.duplicate} isAvailable={hasTarget} />
      <Offer action={actions.deleteTaskAction} run={acts.remove} isAvailable={hasTarget} />
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
          onChange={(commands) => acts.change(commands, openField.ids)}
          onClose={() => {
            closeEditor();
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
