import type { Priority, StatusCategory } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const PRIORITY_LABELS: Record<Priority, MessageDescriptor> = {
  none: msg`No priority`,
  low: msg({ message: 'Low', context: 'priority' }),
  medium: msg({ message: 'Medium', context: 'priority' }),
  high: msg({ message: 'High', context: 'priority' }),
  urgent: msg({ message: 'Urgent', context: 'priority' }),
};

/** Priorities in descending order, as lists sort and menus show them. */
export const PRIORITIES_BY_WEIGHT: readonly Priority[] = ['urgent', 'high', 'medium', 'low', 'none'];

export const CATEGORY_LABELS: Record<StatusCategory, MessageDescriptor> = {
  backlog: msg`Backlog`,
  unstarted: msg`Not started`,
  started: msg`In progress`,
  completed: msg`Done`,
  cancelled: msg`Cancelled`,
};

/** Labels of the default statuses of a new team, by the name that the server assigns. */
const FIRST_STATUS_LABELS: Record<string, MessageDescriptor> = {
  Backlog: msg({ message: 'Backlog', context: 'status' }),
  'To do': msg({ message: 'To do', context: 'status' }),
  'In progress': msg({ message: 'In progress', context: 'status' }),
  'In review': msg({ message: 'In review', context: 'status' }),
  Done: msg({ message: 'Done', context: 'status' }),
  Cancelled: msg({ message: 'Cancelled', context: 'status' }),
};

type Translate = (label: MessageDescriptor) => string;

/** Translates the names of default statuses and keeps names given by the team. */
function nameStatus(name: string, translate: Translate): string {
  const label = Object.hasOwn(FIRST_STATUS_LABELS, name) ? FIRST_STATUS_LABELS[name] : undefined;
  return label === undefined ? name : translate(label);
}

/** Appearance of a status. The progress rings of started statuses fill in status order, from half to almost full. */
export interface StatusLook {
  id: string;
  name: string;
  category: StatusCategory;
  color: string;
  progress: number;
}

interface StatusRow {
  id: string;
  name: string;
  category: StatusCategory;
  color: string;
}

/**
 * Returns the appearance of statuses. They must be in board order. With two started statuses, their rings are half and three quarters full.
 */
export function describeStatuses(statuses: readonly StatusRow[], translate: Translate): StatusLook[] {
  const started = statuses.filter((status) => status.category === 'started');
  return statuses.map((status) => ({
    id: status.id,
    name: nameStatus(status.name, translate),
    category: status.category,
    color: status.color,
    progress: status.category === 'started' ? 0.5 + (0.5 * started.indexOf(status)) / started.length : 0,
  }));
}
