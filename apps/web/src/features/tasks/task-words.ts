import type { Priority, StatusCategory } from '@hearth/contracts/task-values';

export const PRIORITY_WORDS: Record<Priority, string> = {
  none: 'No priority',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

/** Most pressing first, as lists sort and menus show them. */
export const PRIORITIES_BY_WEIGHT: readonly Priority[] = ['urgent', 'high', 'medium', 'low', 'none'];

/** What a status looks like: its ring fills from half to full over the started statuses of the team. */
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

/** `statuses` in their order on the board. With two started ones the ring is half, then three quarters full. */
export function describeStatuses(statuses: readonly StatusRow[]): StatusLook[] {
  const started = statuses.filter((status) => status.category === 'started');
  return statuses.map((status) => ({
    id: status.id,
    name: status.name,
    category: status.category,
    color: status.color,
    progress: status.category === 'started' ? 0.5 + (0.5 * started.indexOf(status)) / started.length : 0,
  }));
}
