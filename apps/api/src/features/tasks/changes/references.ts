import { toSet } from '@hearth/contracts/core/same';
import type { BodyOf } from '#platform/feature.ts';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { TeamTx } from '#platform/db/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { lockFieldsById } from '#features/tasks/custom-fields/fields.queries.ts';
import { lockCycles } from '#features/tasks/cycles/cycles.queries.ts';
import { lockLabelsById } from '#features/tasks/labels/labels.queries.ts';
import { lockMilestones } from '#features/tasks/milestones/milestones.queries.ts';
import { lockTaskTypesById } from '#features/tasks/task-types/task-types.queries.ts';

const DESCRIPTIONS = {
  typeId: 'a type of this team',
  milestoneId: 'a milestone of this project',
  cycleId: 'a cycle of this project that isn’t over',
} as const;
export type ReferenceField = keyof typeof DESCRIPTIONS;

/** The locked rows that task fields refer to, except users, projects, statuses and tasks. */
export interface References {
  labels: ReadonlySet<string>;
  customFields: ReadonlyMap<string, CustomField>;
  typeId: ReadonlySet<string>;
  /** Project ids by milestone id. */
  milestoneId: ReadonlyMap<string, string>;
  /** Project ids by cycle id. */
  cycleId: ReadonlyMap<string, string>;
}

/** Locks the referenced rows in lock order. Call it before projects are locked. */
export async function lockReferences(
  tx: TeamTx,
  requested: readonly Pick<BodyOf<'tasks.update'>, 'labelIds' | 'custom' | ReferenceField>[],
): Promise<References> {
  const list = (field: 'labelIds' | ReferenceField) =>
    toSet(requested.flatMap((fields) => fields[field] ?? []));
  const labels = new Set(await lockLabelsById(tx, list('labelIds')));
  const typeId = await lockTaskTypesById(tx, list('typeId'));
  const milestoneId = await lockMilestones(tx, list('milestoneId'));
  const fieldIds = toSet(requested.flatMap(({ custom }) => Object.keys(custom ?? {})));
  const customFields = await lockFieldsById(tx, fieldIds);
  const cycleId = await lockCycles(tx, list('cycleId'));
  return { labels, customFields, typeId, milestoneId, cycleId };
}

/**
 * Asserts that `id` is null or locked. Milestones and cycles must also belong to the project.
 * @throws AppError NOT_FOUND
 */
export function assertReference(
  locked: References,
  field: ReferenceField,
  { id, projectId, path = field }: { id: string | null; projectId: string | null; path?: string },
): void {
  if (id === null) return;
  const isLocked = field === 'typeId' ? locked[field].has(id) : locked[field].get(id) === (projectId ?? '');
  if (!isLocked) throw notFoundAt(path, DESCRIPTIONS[field]);
}

/** @throws AppError NOT_FOUND naming the first label of `labelIds` that is not locked */
export function assertLabels(
  { labels }: References,
  labelIds: readonly string[] = [],
  path = 'labelIds',
): void {
  const at = labelIds.findIndex((id) => !labels.has(id));
  if (at !== -1) throw notFoundAt(`${path}.${at}`, 'a label of this team');
}
