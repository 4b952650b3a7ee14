import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import {
  captureTemplate,
  chooseTemplateTasks,
  listPeople,
} from '@hearth/contracts/templates/template-capture-values';
import type { PersonInTemplate } from '@hearth/contracts/templates/template-capture-values';
import {
  findTemplateFault,
  TEMPLATE_LIMITS,
  type TemplateContent,
  type TemplateKind,
} from '@hearth/contracts/templates/template-values';
import { findProject, visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import {
  listStatusesForShare,
  listAllLabels,
  listItemsOf,
  listMilestonesOf,
  listPrivateOf,
  listRelationsAmong,
  listSourceTasks,
} from './template-source.queries.ts';
import { listAllFields } from '#features/tasks/custom-fields/fields.queries.ts';
import { listAllTaskTypes } from '#features/tasks/task-types/task-types.queries.ts';

/** Read limit. It exceeds the maximum number of tasks in a template because some tasks, mainly cancelled ones, are excluded. */
const MAX_READ = 2_000;

/** The task or project from which a template is created. */
export interface Source {
  kind: TemplateKind;
  id: string;
}

/**
 * Captures the content of a template from a task or a project. Excludes content that the caller may not see.
 * @throws AppError NOT_FOUND, FORBIDDEN if it would reveal private content to others, INVALID_STATE if it exceeds a limit
 */
export async function captureWork(
  command: Command,
  actor: Actor,
  { kind, id }: Source,
  { people, timeZone }: { people: readonly PersonInTemplate[]; timeZone: string },
): Promise<TemplateContent> {
  const { tx } = command;
  const visible = visibleTo(actor);
  const project = kind === 'task' ? null : await findProject(tx, id);
  const of = kind === 'task' ? { rootId: id } : { projectId: id };
  const read = await listSourceTasks(tx, of, visible, MAX_READ);
  if (kind === 'task' && read.length === 0) throw notFound('This task');
  if (kind === 'project' && project === null) throw notFound('This project');
  if (read.length > MAX_READ) throw refuse(`It has more than ${MAX_READ} tasks.`);
  const rootId = kind === 'task' ? id : null;
  const statuses = new Map((await listStatusesForShare(tx)).map((status) => [status.id, status]));
  const tasks = chooseTemplateTasks({ tasks: read, rootId, statuses });
  const projectIds = [...tasks.map((task) => task.projectId), project?.id ?? null];
  await assertMayShare(command, actor, projectIds);
  assertWithin('tasks', tasks.length, TEMPLATE_LIMITS.tasks);
  const fields = await listAllFields(tx);
  assertWithin('people', listPeople(tasks, fields).length, TEMPLATE_LIMITS.roles);
  const taskIds = tasks.map(({ id }) => id);
  const items = await listItemsOf(tx, taskIds, TEMPLATE_LIMITS.checklistItems);
  assertWithin('steps of checklists', items.length, TEMPLATE_LIMITS.checklistItems);
  const relations = await listRelationsAmong(tx, taskIds, TEMPLATE_LIMITS.relations);
  assertWithin('relations', relations.length, TEMPLATE_LIMITS.relations);
  const milestones =
    project === null ? [] : await listMilestonesOf(tx, project.id, TEMPLATE_LIMITS.milestones);
  assertWithin('milestones', milestones.length, TEMPLATE_LIMITS.milestones);
  const labels = new Map((await listAllLabels(tx)).map((label) => [label.id, label]));
  const types = new Map((await listAllTaskTypes(tx)).map((type) => [type.id, type]));
  const content = captureTemplate({
    tasks,
    rootId,
    project,
    milestones,
    items,
    relations,
    statuses,
    labels,
    types,
    fields,
    people,
    timeZone,
    nameRole: (number) => `Role ${number}`,
  });
  const lastDay = Math.max(
    0,
    ...content.tasks.flatMap(({ startDay, dueDay }) => [startDay ?? 0, dueDay ?? 0]),
    ...content.milestones.map(({ targetDay }) => targetDay ?? 0),
    content.project?.targetDay ?? 0,
    content.project?.startDay ?? 0,
  );
  if (lastDay > TEMPLATE_LIMITS.days) throw refuse('Its first and last dates are more than 99 years apart.');
  const fault = findTemplateFault(kind, content);
  if (fault !== null) throw refuse(`It ${fault}.`);
  return content;
}

/**
 * Asserts that the caller may share the content. The whole team can read templates, so capturing content of a private project requires
 * permission to grant access to it.
 */
async function assertMayShare(
  { tx }: Command,
  actor: Actor,
  projectIds: readonly (string | null)[],
): Promise<void> {
  const named = [...new Set(projectIds.filter((id) => id !== null))].toSorted();
  const closed = await listPrivateOf(tx, named);
  // The project may have become private since the request was authorized.
  const privateProjects = { ...actor.privateProjects, ...Object.fromEntries(closed.map((id) => [id, true])) };
  const now: Actor = { ...actor, privateProjects: privateProjects as Actor['privateProjects'] };
  if (closed.every((projectId) => can(now, 'project.grant', { projectId, createdBy: null }))) return;
  throw new AppError(
    'FORBIDDEN',
    'Everyone in the team can read templates, so you need manage access to make one from a private project.',
    { action: 'project.grant' },
  );
}

function assertWithin(what: string, count: number, most: number): void {
  if (count > most) throw refuse(`A template can have up to ${most} ${what}.`);
}

function refuse(message: string): AppError {
  return new AppError('INVALID_STATE', message);
}
