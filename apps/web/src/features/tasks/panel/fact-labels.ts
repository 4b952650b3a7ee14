import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Action } from '#platform/actions/actions.ts';
import {
  assignTask,
  remindMe,
  setCycle,
  setDueDate,
  setLabels,
  setMilestone,
  setProject,
  setRepeat,
  setReporter,
  setStartDate,
  setStatus,
  setType,
  setWatchers,
  startTimerAction,
} from '#features/tasks/model/tasks.actions.ts';
import { SCALAR_LOOKS } from '#features/tasks/model/scalar-looks.tsx';
import type { Fact } from './folded-facts.ts';

/** The label of each property and the action that changes it. */
export const FACT_LABELS: Record<Fact, { name: MessageDescriptor; action: Action }> = {
  status: { name: msg`Status`, action: setStatus },
  ...mapScalars<Record<ScalarField, { name: MessageDescriptor; action: Action }>>((field) => {
    const { title, action } = SCALAR_LOOKS[field];
    return { name: title, action };
  }),
  type: { name: msg`Type`, action: setType },
  assignees: { name: msg`Assignees`, action: assignTask },
  reporter: { name: msg`Requested by`, action: setReporter },
  watchers: { name: msg`Watchers`, action: setWatchers },
  labels: { name: msg`Labels`, action: setLabels },
  dueDate: { name: msg`Due date`, action: setDueDate },
  reminders: { name: msg`Reminders`, action: remindMe },
  startDate: { name: msg`Start date`, action: setStartDate },
  repeat: { name: msg`Repeats`, action: setRepeat },
  time: { name: msg`Time`, action: startTimerAction },
  project: { name: msg`Project`, action: setProject },
  milestone: { name: msg`Milestone`, action: setMilestone },
  cycle: { name: msg`Cycle`, action: setCycle },
};
