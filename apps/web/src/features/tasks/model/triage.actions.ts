import { msg } from '@lingui/core/macro';
import { IconCheck, IconCopy, IconInbox, IconX } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// These actions apply to the selected tasks in triage, otherwise to the focused task or the task in the open panel.
export const acceptTask: Action = {
  id: 'triage.accept',
  title: msg`Accept from triage`,
  group: 'task',
  icon: IconCheck,
  keywords: msg`take in approve incoming`,
  shortcuts: ['1'],
};
export const declineAsDuplicate: Action = {
  id: 'triage.duplicate',
  title: msg`Mark as duplicate in triage…`,
  group: 'task',
  icon: IconCopy,
  keywords: msg`same again twice merge`,
  shortcuts: ['2'],
};
export const declineTask: Action = {
  id: 'triage.decline',
  title: msg`Decline in triage…`,
  group: 'task',
  icon: IconX,
  keywords: msg`refuse reject cancel`,
  shortcuts: ['3'],
};
export const sendToTriageAction: Action = {
  id: 'task.triage',
  title: msg`Send to triage`,
  group: 'task',
  icon: IconInbox,
  keywords: msg`inbox incoming wait`,
};
export const showTriage: Action = {
  id: 'project.triage',
  title: msg`Show the triage`,
  group: 'screen',
  icon: IconInbox,
  keywords: msg`view inbox incoming waiting`,
  shortcuts: ['v i'],
};

export const triageActions: readonly Action[] = [
  acceptTask,
  declineAsDuplicate,
  declineTask,
  sendToTriageAction,
  showTriage,
];
