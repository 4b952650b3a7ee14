import type { z } from 'zod';
import type { tasksRoutes } from '@hearth/contracts/tasks/tasks';

export type Body<I extends string> = z.output<
  Extract<(typeof tasksRoutes)[number], { id: I; body: z.ZodType }>['body']
>;
type Fields = Body<'tasks.update'>;

/** The requested changes of one task, with the path of each field in the body. */
export interface TaskRequest {
  /** The requested fields. Bulk changes can't set the title, the description or the cover. */
  fields: Fields;
  /** Base versions of a new description (If-Match). Undefined to overwrite the current description. */
  descriptionVersions?: readonly string[] | undefined;
  pathOf: (field: keyof Fields) => string;
  pathOfValue: (fieldId: string) => string;
}

export function pathOfValue(fieldId: string): string {
  return `custom.${fieldId}`;
}

export function isNamed(id: string | null | undefined): id is string {
  return typeof id === 'string';
}

/** Returns the ids in `after` that are not in `before`. */
export function listAdded(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((id) => !before.includes(id));
}

/** Removes duplicates and sorts. Sets are stored as sorted lists because equal sets must be equal lists. */
export function toSet(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
