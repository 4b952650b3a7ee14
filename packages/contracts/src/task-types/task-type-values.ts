import type { Color } from '#core/colors.ts';

/** Icons of task types, drawn by the web app. Kept out of the schema files to keep the schema library out of the browser. */
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

/** Task types of a new team, in order. */
export const DEFAULT_TASK_TYPES = [
  { name: 'Task', icon: 'task', color: 'gray' },
  { name: 'Bug', icon: 'bug', color: 'ember' },
  { name: 'Feature', icon: 'feature', color: 'violet' },
] as const satisfies readonly { name: string; icon: TaskTypeIcon; color: Color }[];
