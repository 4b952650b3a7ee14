import type { Color } from '#core/colors.ts';

/** What a type of work looks like: one of these, each drawn by the web. Free of the schema library. */
export const TASK_TYPE_ICONS = [
  'task',
  'bug',
  'feature',
  'idea',
  'question',
  'risk',
  'chore',
  'design',
  'research',
  'document',
  'meeting',
  'request',
] as const;
export type TaskTypeIcon = (typeof TASK_TYPE_ICONS)[number];

/** What a new team starts with, in order. */
export const DEFAULT_TASK_TYPES = [
  { name: 'Task', icon: 'task', color: 'gray' },
  { name: 'Bug', icon: 'bug', color: 'ember' },
  { name: 'Feature', icon: 'feature', color: 'violet' },
] as const satisfies readonly { name: string; icon: TaskTypeIcon; color: Color }[];
