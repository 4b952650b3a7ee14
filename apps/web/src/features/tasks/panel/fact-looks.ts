import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Action } from '#platform/actions/actions.ts';
import {
  assignTask,
  remindMe,
  setCycle,
  setDueDate,
  setEstimate,
  setLabels,
  setMilestone,
  setPriority,
  setProject,
  setRepeat,
  setReporter,
  setStartDate,
  setStatus,
  setType,
  setWatchers,
  startTimerAction,
} from '#features/tasks/model/tasks.actions.ts';
import type { Fact } from './folded-facts.ts';

/** The label of each property, and the action that changes it. */
export const FACT_LOOKS: Record<Fact, { name: MessageDescriptor; action: Action }> = {
  status: { name: msg`Status`, action: setStatus },
  priority: { name: msg`Priority`, action: setPriority },
  type: { name: msg`Type`, action: setType },
  assignees: { name: msg`Assignees`, action: assignTask },
  reporter: { name: msg`Requested by`, action: setReporter },
  watchers: { name: msg`Watchers`, action: setWatchers },
  labels: { name: msg`Labels`, action: setLabels },
  dueDate: { name: msg`Due date`, action: setDueDate },
  reminders: { name: msg`Reminders`, action: remindMe },
  startDate: { name: msg`Start date`, action: setStartDate },
  repeat: { name: msg`Repeats`, action: setRepeat },
  estimate: { name: msg`Estimate`, action: setEstimate },
  time: { name: msg`Time`, action: startTimerAction },
  project: { name: msg`Project`, action: setProject },
  milestone: { name: msg`Milestone`, action: setMilestone },
  cycle: { name: msg`Cycle`, action: setCycle },
};
