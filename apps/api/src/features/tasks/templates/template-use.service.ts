import { sql } from 'kysely';
import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import {
  expandTemplate,
  fitsCalendar,
  type Expanded,
  type MadeTask,
} from '@hearth/contracts/templates/template-expand-values';
import { listMembers, type Template } from '@hearth/contracts/templates/template-values';
import { adoptSamples, listMembersWithAccess, makeProject } from '#features/projects/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { forbidden, invalidField, notFound, notFoundAt, projectArchived } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { makeKeys } from '#platform/order-keys.ts';
import { lockProjects } from '#features/tasks/model/bulk-tasks.queries.ts';
import { insertItems, putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { lockLabelsById } from '#features/tasks/labels/labels.queries.ts';
import { insertMilestone } from '#features/tasks/milestones/milestones.queries.ts';
import { lockFieldsById } from '#features/tasks/custom-fields/fields.queries.ts';
import { splitValues, writeLinks } from '#features/tasks/custom-fields/task-links.queries.ts';
import { insertRelations, putRelationRows, touches } from '#features/tasks/relations/relations.queries.ts';
import { placeInColumns, placeAmongSiblings } from './template-places.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { assertMayPutInto } from '#features/tasks/model/task-rights.ts';
import { insertTask } from '#features/tasks/model/task-writes.queries.ts';
import { lockTaskTypesById, listAllTaskTypes } from '#features/tasks/task-types/task-types.queries.ts';
import { listStatusesForShare, listAllLabels } from './template-source.queries.ts';
import { findTemplate } from './templates.queries.ts';
import { chooseWatchers } from '#features/tasks/watchers/watchers.service.ts';

type CreatedTasks = { projectId: string | null; taskIds: string[] };
interface TemplateTarget {
  teamId: string;
  actor: Actor;
  templateId: string;
}

/** Creates the tasks or the project that a template describes, all or nothing. */
export async function expandIntoTeam(
  app: App,
  { teamId, actor, templateId }: TemplateTarget,
  body: BodyOf<'templates.use'>,
  requestKey: RequestKey,
): Promise<CommandResult<CreatedTasks>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const template = await findTemplate(tx, templateId);
    if (template === null) throw notFound('This template');
    assertValid(template, actor, body);
    const labels = await listAllLabels(tx);
    const used = new Set(
      template.content.tasks.flatMap((task) => task.labels.map((name) => name.toLocaleLowerCase())),
    );
    const named = labels.filter(({ name }) => used.has(name.toLocaleLowerCase())).map(({ id }) => id);
    const locked = new Set(await lockLabelsById(tx, named.toSorted()));
    const types = await listAllTaskTypes(tx);
    const heldTypes = await lockTaskTypesById(tx, types.map(({ id }) => id).toSorted());
    const fieldIds = template.content.tasks.flatMap(({ custom = {} }) => Object.keys(custom));
    const fields = await lockFieldsById(tx, [...new Set(fieldIds)]);
    const statuses = await listStatusesForShare(tx);
    const given = [...(body.parts ?? [])];
    const expanded = expandTemplate(template.content, {
      startDate: body.startDate,
      timeZone: body.timeZone ?? 'UTC',
      roleIds: body.roleIds ?? [],
      statuses,
      labels: labels.filter(({ id }) => locked.has(id)),
      types: types.filter(({ id }) => heldTypes.has(id)),
      fields: [...fields.values()],
      id: body.id ?? command.newId(),
      newId: () => given.shift() ?? command.newId(),
    });
    const target = await prepareTarget(app, command, template, expanded, body);
    const people = await listAssignable(command, template, body, target.projectId);
    await writeMilestones(command, expanded, target.projectId);
    command.count('tasks', expanded.tasks.length);
    // Lock order: lock counters before task numbers, which lock the head of the log.
    await command.reserve();
    const sound = withoutStrangers(expanded, fields, people);
    await writeExpanded(command, sound, { statuses, projectId: target.projectId, people });
    const taskIds = expanded.tasks.map(({ id }) => id);
    return { projectId: template.kind === 'project' ? target.projectId : null, taskIds };
  });
}

/**
 * Validates the request against the template.
 * @throws AppError INVALID_REQUEST if a field doesn't fit the template, NOT_FOUND if the caller can't see the project, FORBIDDEN if they
 * may not create tasks in it or may not create projects
 */
function assertValid({ kind, content }: Template, actor: Actor, body: BodyOf<'templates.use'>): void {
  const isOfProject = kind === 'project';
  const inapplicable = isOfProject ? ['projectId'] : ['name', 'key'];
  const wrong = inapplicable.find((field) => body[field as 'name'] !== undefined);
  if (wrong !== undefined) throw invalidField(wrong, `can’t be used with a ${kind} template`);
  if (isOfProject && body.name === undefined)
    throw invalidField('name', 'is required: it names the new project');
  if (!fitsCalendar(content, body.startDate))
    throw invalidField('startDate', 'is too far off: the template’s dates would be out of range');
  if ((body.roleIds?.length ?? 0) > content.roles.length)
    throw invalidField(
      'roleIds',
      `can have up to ${content.roles.length}, one for each role of the template`,
    );
  if (!isOfProject) assertMayPutInto(actor, body.projectId ?? null);
  else if (!can(actor, 'projects.create')) throw forbidden('projects.create');
}

/** Creates the project of the template, or locks the existing project that receives the tasks. */
async function prepareTarget(
  app: App,
  command: Command,
  { kind, content }: Template,
  expanded: Expanded,
  body: BodyOf<'templates.use'>,
): Promise<{ projectId: string | null }> {
  const { tx } = command;
  if (kind === 'project' && content.project !== null && expanded.project !== null) {
    const { description, color, cycles } = content.project;
    const { name = '', key, id } = body;
    const fields = { name, key, id, description, color, cycles, ...expanded.project };
    return { projectId: (await makeProject(app, command, fields)).id };
  }
  const projectId = body.projectId ?? null;
  if (projectId === null) return { projectId };
  const project = (await lockProjects(tx, [projectId])).get(projectId);
  if (project === undefined) throw notFoundAt('projectId', 'a project you have access to');
  if (project.isArchived) throw projectArchived();
  await adoptSamples(command, [projectId]);
  return { projectId };
}

/**
 * Lists the users who may be assigned in the project. Excludes members named by the template who left the team or lost access.
 * @throws AppError NOT_FOUND naming the first user chosen for a role who lacks access
 */
async function listAssignable(
  { tx }: Command,
  { content }: Template,
  { roleIds = [] }: BodyOf<'templates.use'>,
  projectId: string | null,
): Promise<ReadonlySet<string>> {
  const filling = roleIds.filter((id) => id !== null);
  const wanted = new Set([...filling, ...listMembers(content)]);
  const seeing = new Set(await listMembersWithAccess(tx, projectId, [...wanted].toSorted()));
  const missing = roleIds.findIndex((id) => id !== null && !seeing.has(id));
  if (missing !== -1) throw notFoundAt(`roleIds.${missing}`, 'a member who can see this work');
  return seeing;
}

async function writeMilestones(
  command: Command,
  expanded: Expanded,
  projectId: string | null,
): Promise<void> {
  if (projectId === null) return;
  const now = command.now.toISOString();
  const keys = makeKeys(expanded.milestones.length);
  for (const [at, fields] of expanded.milestones.entries()) {
    const milestone: Milestone = {
      ...fields,
      projectId,
      position: keys[at] ?? '',
      createdBy: command.userId,
      createdAt: now,
      updatedAt: now,
    };
    await insertMilestone(command.tx, milestone);
    command.put('milestone', milestone.id, null, milestone, workScope(projectId));
  }
}

/** Removes users who left the team or lost access from the values of person fields. */
function withoutStrangers(
  expanded: Expanded,
  fields: ReadonlyMap<string, CustomField>,
  people: ReadonlySet<string>,
): Expanded {
  const isKnown = ([fieldId, value]: [string, FieldValue]): boolean =>
    fields.get(fieldId)?.type !== 'person' || people.has(String(value));
  const tasks = expanded.tasks.map((task) => ({
    ...task,
    custom: Object.fromEntries(Object.entries(task.custom).filter(isKnown)),
  }));
  return { ...expanded, tasks };
}

/**
 * Writes the tasks of a template with their checklists, relations and links.
 * @param on The statuses must be locked. `people` are the users who may be assigned
 */
export async function writeExpanded(
  command: Command,
  expanded: Expanded,
  on: { statuses: readonly Status[]; projectId: string | null; people: ReadonlySet<string> },
): Promise<void> {
  await writeTasks(command, expanded, on.statuses, on.projectId, on.people);
  await writeParts(command, expanded);
}

async function writeTasks(
  command: Command,
  expanded: Expanded,
  statuses: readonly Status[],
  projectId: string | null,
  people: ReadonlySet<string>,
): Promise<void> {
  const { userId } = command;
  const now = command.now.toISOString();
  const assigned = expanded.tasks.map(({ assigneeIds }) => assigneeIds.filter((id) => people.has(id)));
  const watchers = await chooseWatchers(
    command,
    expanded.tasks.map(({ id }, at) => ({
      taskId: id,
      projectId,
      isMoving: false,
      before: [],
      requested: undefined,
      joining: [userId, ...(assigned[at] ?? [])],
    })),
  );
  const positions = await placeInColumns(command, projectId, expanded.tasks);
  const siblings = placeAmongSiblings(expanded.tasks);
  const categories = new Map(statuses.map(({ id, category }) => [id, category]));
  const values = await splitValues(
    command.tx,
    expanded.tasks.map(({ custom }) => custom),
  );
  for (const [at, task] of expanded.tasks.entries()) {
    const fields: Omit<Task, 'number' | 'key'> = {
      ...task,
      descriptionVersion: null,
      projectId,
      assigneeIds: assigned[at] ?? [],
      watcherIds: watchers[at] ?? [],
      repeat: null,
      series: null,
      siblingPosition: siblings.get(task.id) ?? null,
      position: positions[at] ?? '',
      reporterId: userId,
      custom: values[at]?.custom ?? {},
      trackedSeconds: 0,
      cycleId: null,
      coverId: null,
      triage: null,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
      closedAt: null,
    };
    await insertTask(command, fields, categories.get(task.statusId) ?? 'unstarted');
  }
  // Write links after all tasks, because a task may link to a later task.
  await writeLinks(
    command,
    expanded.tasks.map(({ id }, at) => ({ taskId: id, links: values[at]?.links ?? {} })),
  );
}

/** Writes checklist items and relations, and logs all created rows. */
async function writeParts(command: Command, expanded: Expanded): Promise<void> {
  const { tx, teamId } = command;
  const ids = expanded.tasks.map(({ id }: MadeTask) => id);
  if (ids.length === 0) return;
  const keys = makeKeys(expanded.items.length);
  const items = expanded.items.map((item, at): ChecklistItem => ({
    ...item,
    isDone: false,
    position: keys[at] ?? '',
  }));
  await insertItems(tx, items);
  const createdAt = command.now.toISOString();
  const relations = expanded.relations.map((one) => ({ ...one, createdBy: command.userId, createdAt }));
  await insertRelations(tx, relations);
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[])`));
  if (items.length > 0) command.logMany(putItemRows(teamId, sql`t.id = any (${ids}::uuid[])`));
  if (relations.length > 0)
    command.logMany(putRelationRows(teamId, touches(sql`select unnest(${ids}::uuid[])`)));
}
