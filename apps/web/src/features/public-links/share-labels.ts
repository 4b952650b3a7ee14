import type { Health } from '@hearth/contracts/projects/project-values';
import type { Priority } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

// The same labels as in the app. Duplicated because the app's modules require a browser.

export const PRIORITY_LABELS: Record<Priority, MessageDescriptor> = {
  none: msg`No priority`,
  low: msg({ message: 'Low', context: 'priority' }),
  medium: msg({ message: 'Medium', context: 'priority' }),
  high: msg({ message: 'High', context: 'priority' }),
  urgent: msg({ message: 'Urgent', context: 'priority' }),
};

export const HEALTH_LABELS: Record<Health, MessageDescriptor> = {
  onTrack: msg`On track`,
  atRisk: msg`At risk`,
  offTrack: msg`Off track`,
};

/** Names of the default statuses, as created by the server. Renamed statuses are shown verbatim. */
const FIRST_STATUS_LABELS: Record<string, MessageDescriptor> = {
  Backlog: msg({ message: 'Backlog', context: 'status' }),
  'To do': msg({ message: 'To do', context: 'status' }),
  'In progress': msg({ message: 'In progress', context: 'status' }),
  'In review': msg({ message: 'In review', context: 'status' }),
  Done: msg({ message: 'Done', context: 'status' }),
  Cancelled: msg({ message: 'Cancelled', context: 'status' }),
};

export function nameStatus(name: string, translate: (label: MessageDescriptor) => string): string {
  const label = Object.hasOwn(FIRST_STATUS_LABELS, name) ? FIRST_STATUS_LABELS[name] : undefined;
  return label === undefined ? name : translate(label);
}
