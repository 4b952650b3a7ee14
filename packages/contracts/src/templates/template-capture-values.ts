import { countDays } from '#core/days.ts';
import type { ChecklistItem } from '#checklists/checklist.ts';
import type { Milestone } from '#milestones/milestones.ts';
import { dayOf, isMoment, timeOf } from '#core/moment-values.ts';
import type { Project } from '#projects/projects.ts';
import type { Ends } from '#relations/relation-values.ts';
import type { RichNode, RichText } from '#rich-text/rich-text-values.ts';
import { writeRichText } from '#rich-text/plain-text-values.ts';
import type { Status, Task } from '#tasks/tasks.ts';
import { captureValues, type TemplateField } from './template-field-values.ts';
import { pickScalars } from '#model/scalar-field-values.ts';
import { isClosed } from '#model/task-values.ts';
import type { TemplateContent, TemplateProject, TemplateStatus, TemplateTask } from './template-values.ts';

/** An assigned user. `role` is the name of the role that replaces the user. Null if the user stays assigned. */
export interface PersonInTemplate {
  userId: string;
  role: string | null;
}

/** Tasks or a project to capture as a template. */
export interface CaptureSource {
  /** Tasks in any order. */
  tasks: readonly Task[];
  /** The root task. Null for a project. */
  rootId: string | null;
  project: Project | null;
  milestones: readonly Milestone[];
  /** Checklist items in order. */
  items: readonly ChecklistItem[];
  relations: readonly Ends[];
  statuses: ReadonlyMap<string, Pick<Status, 'name' | 'category'>>;
  labels: ReadonlyMap<string, { name: string }>;
  types: ReadonlyMap<string, { name: string }>;
  /** Custom fields of the team. */
  fields: readonly TemplateField[];
  people: readonly PersonInTemplate[];
  /** Time zone of days and times of day: the time zone of the template's creator. */
  timeZone: string;
  /** Returns the name of an unnamed role by its number, starting at 1. */
  nameRole: (number: number) => string;
}

/**
 * Returns the tasks to include, parents first. Except for the root, omits cancelled tasks, and tasks of a series that already have a
 * successor, each with its descendants.
 */
export function chooseTemplateTasks({
  tasks,
  rootId,
  statuses,
}: Pick<CaptureSource, 'tasks' | 'rootId' | 'statuses'>): Task[] {
  const taskIds = new Set(tasks.map(({ id }) => id));
  const parts = Map.groupBy(tasks, ({ id, parentId }) =>
    id === rootId || parentId === null || !taskIds.has(parentId) ? null : parentId,
  );
  const chosen: Task[] = [];
  const visit = (task: Task): void => {
    const isCancelled = statuses.get(task.statusId)?.category === 'cancelled';
    if (task.id !== rootId && (isCancelled || task.series?.state === 'going')) return;
    chosen.push(task);
    for (const part of (parts.get(task.id) ?? []).toSorted(compareSiblings)) visit(part);
  };
  for (const top of (parts.get(null) ?? []).toSorted(compareInColumn))
    if (rootId === null || top.id === rootId) visit(top);
  return chosen;
}

/** Lists users assigned to the tasks or set in their fields, in order of appearance. */
export function listPeople(
  tasks: readonly Pick<Task, 'assigneeIds' | 'custom'>[],
  fields: readonly Pick<TemplateField, 'id' | 'type'>[],
): string[] {
  const naming = fields.filter(({ type }) => type === 'person');
  const people = tasks.flatMap(({ assigneeIds, custom }) => [
    ...assigneeIds,
    ...naming.flatMap(({ id }) => custom[id] ?? []).map(String),
  ]);
  return [...new Set(people)];
}

/** Captures tasks or a project as a template, with days relative to the first day and roles instead of users. */
export function captureTemplate(source: CaptureSource): TemplateContent {
  const tasks = chooseTemplateTasks(source);
  const placeOf = new Map(tasks.map(({ id }, at) => [id, at]));
  const milestonePlace = new Map(source.milestones.map(({ id }, at) => [id, at]));
  const { project, timeZone } = source;
  const first = findFirstDay(source, tasks);
  const toDay = (day: string | null): number | null =>
    day === null || first === null ? null : countDays(first, dayOf(day, timeZone));
  const toTimes = ({ startDate, dueDate }: Task): Pick<TemplateTask, 'startTime' | 'dueTime'> => ({
    ...(startDate !== null && isMoment(startDate) ? { startTime: timeOf(startDate, timeZone) } : {}),
    ...(dueDate !== null && isMoment(dueDate) ? { dueTime: timeOf(dueDate, timeZone) } : {}),
  });
  const { roles, rolesOf } = nameRoles(source, listPeople(tasks, source.fields));
  const steps = Map.groupBy(source.items, ({ taskId }) => taskId);

  const toTask = (task: Task): TemplateTask => ({
    parent: task.id === source.rootId ? null : (placeOf.get(task.parentId ?? '') ?? null),
    title: task.title,
    ...uncheck(task),
    status: beginIn(source.statuses.get(task.statusId)),
    ...pickScalars(task),
    labels: task.labelIds.flatMap((id) => source.labels.get(id)?.name ?? []),
    type: source.types.get(task.typeId ?? '')?.name ?? null,
    startDay: toDay(task.startDate),
    dueDay: toDay(task.dueDate),
    ...toTimes(task),
    roles: [...new Set(task.assigneeIds.flatMap((id) => rolesOf.get(id) ?? []))].toSorted((a, b) => a - b),
    memberIds: task.assigneeIds.filter((id) => !rolesOf.has(id)),
    checklist: (steps.get(task.id) ?? []).map(({ title }) => title),
    milestone: milestonePlace.get(task.milestoneId ?? '') ?? null,
    custom: captureValues(task.custom, source.fields, { toDay, rolesOf, placeOf }),
  });
  return {
    roles,
    tasks: tasks.map(toTask),
    relations: source.relations.flatMap(({ kind, fromId, toId }) => {
      const [from, to] = [placeOf.get(fromId), placeOf.get(toId)];
      return from === undefined || to === undefined ? [] : [{ kind, from, to }];
    }),
    milestones: source.milestones.map(({ name, description, targetDate }) => ({
      name,
      description,
      targetDay: toDay(targetDate),
    })),
    project: project === null ? null : toProject(project, source.statuses, toDay),
  };
}

/** Unchecks all checkboxes of a description. */
export function uncheck({
  description,
  descriptionDoc,
}: Pick<Task, 'description' | 'descriptionDoc'>): Pick<Task, 'description' | 'descriptionDoc'> {
  if (descriptionDoc === null || !hasChecked(descriptionDoc.content)) return { description, descriptionDoc };
  const doc: RichText = { ...descriptionDoc, content: descriptionDoc.content.map(uncheckNode) };
  return { description: writeRichText(doc), descriptionDoc: doc };
}

function hasChecked(nodes: readonly RichNode[]): boolean {
  return nodes.some(({ attrs, content = [] }) => attrs?.['checked'] === true || hasChecked(content));
}

function uncheckNode(node: RichNode): RichNode {
  const { type, attrs, content } = node;
  return {
    ...node,
    ...(type === 'taskItem' ? { attrs: { ...attrs, checked: false } } : {}),
    ...(content === undefined ? {} : { content: content.map(uncheckNode) }),
  };
}

function toProject(
  project: Project,
  statuses: CaptureSource['statuses'],
  toDay: (day: string | null) => number | null,
): TemplateProject {
  const limits = Object.entries(project.limits).flatMap(([id, most]) => {
    const status = statuses.get(id);
    return status === undefined ? [] : [{ name: status.name, category: status.category, most }];
  });
  const { description, color, startDate, targetDate, cycles } = project;
  return { description, color, startDay: toDay(startDate), targetDay: toDay(targetDate), cycles, limits };
}

/** Drops the statuses of closed tasks: new tasks start open. */
function beginIn(status: TemplateStatus | undefined): TemplateStatus | null {
  if (status === undefined || isClosed(status.category)) return null;
  return { name: status.name, category: status.category };
}

/**
 * The first day of the captured tasks, milestones and project. Days in custom fields may be much earlier, so they count only if there are
 * no other days.
 */
function findFirstDay(
  { milestones, project, fields, timeZone }: CaptureSource,
  tasks: readonly Task[],
): string | null {
  const days = [
    ...tasks.flatMap(({ startDate, dueDate }) =>
      [startDate, dueDate].map((when) => when && dayOf(when, timeZone)),
    ),
    ...milestones.map(({ targetDate }) => targetDate),
    project?.startDate ?? null,
    project?.targetDate ?? null,
  ].filter((day) => day !== null);
  const dating = fields.filter(({ type }) => type === 'date');
  const customDays = tasks.flatMap(({ custom }) => dating.flatMap(({ id }) => custom[id] ?? []).map(String));
  return days.toSorted()[0] ?? customDays.toSorted()[0] ?? null;
}

/** Determines the roles, and the role of each user. Several users can share a role. */
function nameRoles(
  { people, nameRole }: CaptureSource,
  assigned: readonly string[],
): { roles: string[]; rolesOf: Map<string, number> } {
  const roleNames = new Map(people.map(({ userId, role }) => [userId, role]));
  const roles: string[] = [];
  const rolesOf = new Map<string, number>();
  for (const userId of assigned) {
    const roleName = roleNames.get(userId);
    if (roleName === null) continue;
    const name = roleName ?? nameRole(roles.length + 1);
    if (!roles.includes(name)) roles.push(name);
    rolesOf.set(userId, roles.indexOf(name));
  }
  return { roles, rolesOf };
}

function compareSiblings(a: Task, b: Task): number {
  return compare(a.siblingPosition ?? '', b.siblingPosition ?? '') || compare(a.id, b.id);
}

function compareInColumn(a: Task, b: Task): number {
  return compare(a.position, b.position) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
