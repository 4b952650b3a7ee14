import { captureTemplate, type PersonInTemplate } from '@hearth/contracts/templates/template-capture-values';
import { expandTemplate, type Expanded } from '@hearth/contracts/templates/template-expand-values';
import {
  defineRecipe,
  keysAtEnd,
  updateCommand,
  type Command,
  type Effect,
  type TeamStore,
} from '#platform/sync/index.ts';
import { createProject } from '#features/projects/index.ts';
import { ownZone } from '#features/tasks/reminders/personal-task.data.ts';
import { gatherSource, type TemplateOf } from './template-source.ts';
import type { TeamTemplate } from './template-views.ts';
import {
  columnKey,
  createTask,
  statusesInOrder,
  tasksByColumn,
  type TaskFields,
} from '#features/tasks/model/tasks.data.ts';

/** Creates a template from a task or project. The server reads the source itself. */
export function createTemplate(
  store: TeamStore,
  of: TemplateOf,
  input: { name: string; people: readonly PersonInTemplate[] },
  id = store.newId(),
): Command {
  const { name, people } = input;
  const timeZone = ownZone();
  const nameRole = (number: number) => `Role ${number}`;
  const content = captureTemplate({ ...gatherSource(store, of), people, nameRole, timeZone });
  const now = new Date(store.now()).toISOString();
  const row: TeamTemplate = {
    id,
    name,
    kind: of.kind,
    content,
    createdBy: store.userId,
    createdAt: now,
    updatedAt: now,
  };
  const { teamId } = store;
  const call: Pick<Command, 'route' | 'params'> =
    of.kind === 'task'
      ? { route: 'POST /teams/{teamId}/tasks/{taskId}/template', params: { teamId, taskId: of.id } }
      : { route: 'POST /teams/{teamId}/projects/{projectId}/template', params: { teamId, projectId: of.id } };
  return {
    ...call,
    body: { id, name, people, timeZone },
    effects: [{ entity: 'template', id, op: 'put', fields: { ...row } }],
    text: name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function renameTemplate(store: TeamStore, id: string, name: string): Command {
  return updateCommand(store, {
    entity: 'template',
    id,
    route: 'PATCH /teams/{teamId}/templates/{templateId}',
    params: { teamId: store.teamId, templateId: id },
    fields: { name },
  });
}

/** Deletes a template. Tasks and projects created from it are kept. */
export function deleteTemplate(store: TeamStore, id: string): Command {
  const row = store.row('template', id);
  return {
    route: 'DELETE /teams/{teamId}/templates/{templateId}',
    params: { teamId: store.teamId, templateId: id },
    effects: [{ entity: 'template', id, op: 'delete' }],
    inverse: row && { kind: 'whole', by: restoreAgain(row) },
  };
}

const deleteAgain = defineRecipe('delete template', (store, id: string) =>
  store.row('template', id) === undefined ? null : deleteTemplate(store, id),
);
const restoreAgain = defineRecipe('restore template', (store, row: TeamTemplate): Command => ({
  route: 'POST /teams/{teamId}/templates/{templateId}/restore',
  params: { teamId: store.teamId, templateId: row.id },
  effects: [{ entity: 'template', id: row.id, op: 'put', fields: { ...row } }],
  inverse: { kind: 'whole', by: deleteAgain(row.id) },
}));

/** The parameters for applying a template. */
interface TemplateUse {
  startDate: string;
  roleIds: readonly (string | null)[];
  /** For task templates: the project in which to create the tasks. */
  projectId?: string | null;
  /** For project templates: the name and key of the new project. */
  project?: { name: string; key: string };
}

/** Applies a template in one request so that the change is atomic and a single undo step. */
export function applyTemplate(
  store: TeamStore,
  { id: templateId, content }: TeamTemplate,
  { startDate, roleIds, projectId = null, project }: TemplateUse,
  id = store.newId(),
): Command {
  const parts: string[] = [];
  const newId = (): string => {
    const partId = store.newId();
    parts.push(partId);
    return partId;
  };
  const statuses = statusesInOrder(store)
    .ids()
    .map((one) => store.row('status', one))
    .filter((status) => status !== undefined);
  const [labels, types] = [store.all('label'), store.all('taskType')];
  const timeZone = ownZone();
  const fields = store.all('field');
  const options = { startDate, timeZone, roleIds, statuses, labels, types, fields, id, newId };
  const expanded = expandTemplate(content, options);
  const targetProjectId = content.project === null ? projectId : id;
  const whole =
    content.project !== null && expanded.project !== null && project !== undefined
      ? makeProject(store, content.project, expanded.project, project, id)
      : null;
  const tasks = makeTasks(store, expanded, targetProjectId);
  const inverse = (whole ?? tasks[0])?.inverse;
  const target = content.project === null ? { projectId } : project;
  return {
    route: 'POST /teams/{teamId}/templates/{templateId}/use',
    params: { teamId: store.teamId, templateId },
    body: { id, startDate, timeZone, roleIds, ...target, parts },
    effects: [
      ...(whole?.effects ?? []),
      ...makeMilestones(store, expanded, targetProjectId),
      ...tasks.flatMap(({ effects }) => effects),
      ...makeParts(store, expanded),
    ],
    text: project?.name ?? content.tasks[0]?.title ?? '',
    ...(inverse === undefined ? {} : { inverse }),
  };
}

function makeProject(
  store: TeamStore,
  { description, color, cycles }: NonNullable<TeamTemplate['content']['project']>,
  { startDate, targetDate, limits }: NonNullable<Expanded['project']>,
  { name, key }: { name: string; key: string },
  id: string,
): Command {
  const creation = createProject(store, { name, key, description, color, startDate, targetDate, cycles }, id);
  const effects = creation.effects.map((effect): Effect =>
    effect.entity === 'project' && effect.op === 'put'
      ? { ...effect, fields: { ...effect.fields, limits } }
      : effect,
  );
  return { ...creation, effects };
}

/** Creates the commands for the tasks as if the tasks were created one by one at the end of their columns. */
function makeTasks(store: TeamStore, expanded: Expanded, projectId: string | null): Command[] {
  const siblings = Map.groupBy(expanded.tasks, ({ parentId }) => parentId);
  const siblingPositions = new Map<string, string>();
  for (const [parentId, parts] of siblings) {
    if (parentId === null) continue;
    const keys = keysAtEnd([], parts.length, () => undefined);
    for (const [at, { id }] of parts.entries()) siblingPositions.set(id, keys[at] ?? '');
  }
  const columns = Map.groupBy(expanded.tasks, ({ statusId }) => statusId);
  const positions = new Map<string, string>();
  for (const [statusId, group] of columns) {
    const there = tasksByColumn(store).ids(columnKey(projectId, statusId));
    const keys = keysAtEnd(there, group.length, (one) => store.row('task', one));
    for (const [at, { id }] of group.entries()) positions.set(id, keys[at] ?? '');
  }
  return expanded.tasks.map(({ id, milestoneId, descriptionDoc, assigneeIds, custom, ...fields }) => {
    const task: TaskFields & { position?: string } = {
      ...fields,
      // Former members cannot be assigned.
      assigneeIds: assigneeIds.filter((one) => store.row('member', one) !== undefined),
      projectId,
      siblingPosition: siblingPositions.get(id) ?? null,
    };
    const known = Object.fromEntries(
      Object.entries(custom).filter(
        ([fieldId, value]) =>
          store.row('field', fieldId)?.type !== 'person' || store.row('member', String(value)) !== undefined,
      ),
    );
    const position = positions.get(id);
    const command = createTask(store, position === undefined ? task : { ...task, position }, id);
    const effects = command.effects.map((effect): Effect =>
      effect.op === 'put'
        ? { ...effect, fields: { ...effect.fields, descriptionDoc, milestoneId, custom: known } }
        : effect,
    );
    return { ...command, effects };
  });
}

function makeMilestones(store: TeamStore, expanded: Expanded, projectId: string | null): Effect[] {
  const now = new Date(store.now()).toISOString();
  const keys = keysAtEnd([], expanded.milestones.length, () => undefined);
  return expanded.milestones.map((milestone, at) => ({
    entity: 'milestone',
    id: milestone.id,
    op: 'put',
    fields: {
      ...milestone,
      projectId,
      position: keys[at] ?? '',
      createdBy: store.userId,
      createdAt: now,
      updatedAt: now,
    },
  }));
}

function makeParts(store: TeamStore, expanded: Expanded): Effect[] {
  const createdAt = new Date(store.now()).toISOString();
  const keys = keysAtEnd([], expanded.items.length, () => undefined);
  return [
    ...expanded.items.map((item, at): Effect => ({
      entity: 'checklistItem',
      id: item.id,
      op: 'put',
      fields: { ...item, isDone: false, position: keys[at] ?? '' },
    })),
    ...expanded.relations.map((relation): Effect => ({
      entity: 'relation',
      id: relation.id,
      op: 'put',
      fields: { ...relation, createdBy: store.userId, createdAt },
    })),
  ];
}
