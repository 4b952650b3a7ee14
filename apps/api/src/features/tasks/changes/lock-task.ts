import { toSet } from '@hearth/contracts/core/same';
import { changeValues } from '@hearth/contracts/custom-fields/custom-field-values';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { notFound, notFoundAt, projectArchived } from '#platform/errors.ts';
import type { BodyOf } from '#platform/feature.ts';
import { lockFieldsById } from '#features/tasks/custom-fields/fields.queries.ts';
import { readLinks, type Links } from '#features/tasks/custom-fields/task-links.queries.ts';
import { lockCycles } from '#features/tasks/cycles/cycles.queries.ts';
import { lockLabelsById } from '#features/tasks/labels/labels.queries.ts';
import { lockMilestones } from '#features/tasks/milestones/milestones.queries.ts';
import { assertProjectNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';
import { lockTask, type LockedSlot, type LockedTask } from '#features/tasks/model/task-writes.queries.ts';
import { lockTree } from '#features/tasks/sub-tasks/sub-tree.queries.ts';
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

type Fields = BodyOf<'tasks.update'>;

/** The requested changes to one task, with the path of each field in the body. */
export interface TaskRequest {
  /** The requested fields. Bulk changes can't set the title, the description or the cover. */
  fields: Fields;
  /** Base versions of a new description (If-Match). Undefined to overwrite the current description. */
  descriptionVersions?: readonly string[] | undefined;
  pathOf: (field: keyof Fields) => string;
  pathOfValue: (fieldId: string) => string;
}

export interface TaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
  /** The project of the task when the request was authorized. */
  projectId: string | null;
}

/** The row-locked tasks, and the rows that their current and new values refer to. */
export interface LockedRows extends References {
  tasks: readonly Task[];
  /** Parent ids by task id. Includes parents in the trash and hidden ones, because the log rows depend on them. */
  parents: ReadonlyMap<string, string>;
  /** Whether assignees, watchers and labels were read after the lock. */
  areSetsCurrent: boolean;
  /** Task key prefixes by project id. The prefix of the team has the key ''. */
  keys: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, StatusCategory>;
  /** The ids of projects with triage enabled. */
  withTriage: ReadonlySet<string>;
  /** The last position of each target column for tasks without an explicit position, by column name. */
  ends: ReadonlyMap<string, { last: string | null }>;
}

export function nameColumn(projectId: string | null, statusId: string): string {
  return `${projectId ?? ''}/${statusId}`;
}

/** Locks one task with few statements, and checks the permissions on the task and its target project. */
export async function lockOneTask(
  command: Command,
  on: TaskTarget,
  { fields }: TaskRequest,
): Promise<LockedRows & { tasks: readonly [Task] }> {
  const { tx } = command;
  if (typeof fields.parentId === 'string') await lockTree(tx);
  if (fields.projectId !== undefined && fields.projectId !== on.projectId)
    await assertProjectNotArchived(command, on.projectId);
  const references = await lockReferences(tx, [fields]);
  const { locked, lockedSlot, projectId } = await lockWithSlot(command, on, fields);
  assertStillMay(on.actor, 'task.update', locked);
  const key = assertProject(lockedSlot);
  const statusId = fields.statusId ?? locked.statusId;
  const categories = new Map<string, StatusCategory>();
  if (statusId !== locked.statusId) categories.set(statusId, assertStatus(lockedSlot));
  assertLabels(references, fields.labelIds);
  return {
    ...references,
    tasks: [locked],
    parents: new Map(lockedSlot.partOf === null ? [] : [[locked.id, lockedSlot.partOf]]),
    areSetsCurrent: false,
    keys: new Map([[projectId ?? '', key]]),
    categories,
    withTriage: new Set(lockedSlot.hasTriage ? [projectId ?? ''] : []),
    ends: new Map([[nameColumn(projectId, statusId), { last: lockedSlot.last }]]),
  };
}

/** Locks a task together with its current or new project, and with its new status if one is requested. */
export async function lockWithSlot(
  command: Command,
  on: TaskTarget,
  fields: Pick<BodyOf<'tasks.update'>, 'projectId' | 'statusId' | 'position'>,
): Promise<{ locked: Task; lockedSlot: LockedTask; projectId: string | null }> {
  const statusId = fields.statusId ?? null;
  const needsLast = fields.position === undefined && (fields.projectId !== undefined || statusId !== null);
  let projectId = fields.projectId === undefined ? on.projectId : fields.projectId;
  for (;;) {
    const to = { projectId, statusId, needsLast };
    const lockedSlot = await lockTask(command.tx, on.taskId, to, visibleTo(on.actor));
    const locked = lockedSlot.task;
    if (locked === null) throw notFound('This task');
    if (fields.projectId !== undefined || locked.projectId === projectId) {
      // Use a separate statement, to see commits made during the lock wait.
      const links = lockedSlot.hasLinks ? await readLinks(command.tx, [locked.id]) : new Map<string, Links>();
      const custom = changeValues(locked.custom, links.get(locked.id) ?? {});
      return { locked: { ...locked, custom }, lockedSlot, projectId };
    }
    // Lock the new project: the task was moved after the request was authorized.
    projectId = locked.projectId;
  }
}

export function assertProject({ key, isArchived }: LockedSlot): string {
  if (key === null) throw notFoundAt('projectId', 'a project you have access to');
  if (isArchived) throw projectArchived();
  return key;
}

export function assertStatus({ category }: LockedSlot): StatusCategory {
  if (category === null) throw notFoundAt('statusId', 'a status of this team');
  return category;
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
