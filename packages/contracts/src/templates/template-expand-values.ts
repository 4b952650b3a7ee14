import type { ChecklistItem } from '#checklists/checklist.ts';
import type { Milestone } from '#milestones/milestones.ts';
import { makeWhen } from '#core/moment-values.ts';
import type { Ends } from '#relations/relation-values.ts';
import type { Status, Task } from '#tasks/tasks.ts';
import type { TemplateContent, TemplateStatus } from './template-values.ts';
import { expandValues, type TemplateField } from './template-field-values.ts';
import { addDays } from '#core/days.ts';
import { mergeScalars, EMPTY_SCALARS, type ScalarField } from '#model/scalar-field-values.ts';

/** The user's input when applying a template, and the team's entities. */
interface ExpandOptions {
  startDate: string;
  /** Time zone of times of day. */
  timeZone: string;
  /** The user for each role, in order. Null if not assigned. */
  roleIds: readonly (string | null)[];
  /** Statuses in order. */
  statuses: readonly Pick<Status, 'id' | 'name' | 'category'>[];
  labels: readonly { id: string; name: string }[];
  types: readonly { id: string; name: string }[];
  fields: readonly TemplateField[];
  /** Id of the root: the project, or the first task. */
  id: string;
  /** Creates the ids of all other objects, in the template's order. */
  newId: () => string;
}

export type MadeTask = Pick<
  Task,
  | ScalarField
  | 'id'
  | 'parentId'
  | 'title'
  | 'description'
  | 'descriptionDoc'
  | 'statusId'
  | 'labelIds'
  | 'typeId'
  | 'assigneeIds'
  | 'startDate'
  | 'dueDate'
  | 'milestoneId'
  | 'custom'
>;

export interface Expanded {
  tasks: MadeTask[];
  milestones: Pick<Milestone, 'id' | 'name' | 'description' | 'targetDate'>[];
  items: Pick<ChecklistItem, 'id' | 'taskId' | 'title'>[];
  relations: (Ends & { id: string })[];
  project: {
    startDate: string | null;
    targetDate: string | null;
    limits: Record<string, number>;
  } | null;
}

const LAST_DAY = '9999-12-31';

/** Whether all days of tasks, milestones and the project are within the calendar. */
export function fitsCalendar({ tasks, milestones, project }: TemplateContent, startDate: string): boolean {
  const days = [
    ...tasks.flatMap(({ startDay, dueDay }) => [startDay ?? 0, dueDay ?? 0]),
    ...milestones.map(({ targetDay }) => targetDay ?? 0),
    project?.startDay ?? 0,
    project?.targetDay ?? 0,
  ];
  return startDate <= addDays(LAST_DAY, -Math.max(0, ...days));
}

/** Expands a template from a start day. The caller determines the positions in columns. */
export function expandTemplate(content: TemplateContent, options: ExpandOptions): Expanded {
  const onDay = (day: number | null): string | null =>
    day === null ? null : addDays(options.startDate, day);
  const onTime = (day: number | null, time: string | null = null): string | null => {
    const date = onDay(day);
    return date === null ? null : makeWhen(date, time, options.timeZone);
  };
  const labelIds = new Map(options.labels.map(({ id, name }) => [name.toLocaleLowerCase(), id]));
  const typeIds = new Map(options.types.map(({ id, name }) => [name.toLocaleLowerCase(), id]));
  const isOfTask = content.project === null;
  const taskIds = content.tasks.map((_task, at) => (isOfTask && at === 0 ? options.id : options.newId()));
  const idAt = (at: number): string => taskIds[at] ?? '';
  const milestones = content.milestones.map(({ name, description, targetDay }) => ({
    id: options.newId(),
    name,
    description,
    targetDate: onDay(targetDay),
  }));
  const tasks = content.tasks.map((task, at): MadeTask => {
    const people = [...task.memberIds, ...task.roles.map((role) => options.roleIds[role] ?? null)];
    return {
      id: idAt(at),
      parentId: task.parent === null ? null : idAt(task.parent),
      title: task.title,
      description: task.description,
      descriptionDoc: task.descriptionDoc,
      statusId: findStatus(options.statuses, task.status),
      // Templates may be older than a field.
      ...mergeScalars(EMPTY_SCALARS, task),
      labelIds: toSet(task.labels.map((name) => labelIds.get(name.toLocaleLowerCase()) ?? null)),
      typeId: typeIds.get(task.type?.toLocaleLowerCase() ?? '') ?? null,
      assigneeIds: toSet(people),
      startDate: onTime(task.startDay, task.startTime),
      dueDate: onTime(task.dueDay, task.dueTime),
      milestoneId: task.milestone === null ? null : (milestones[task.milestone]?.id ?? null),
      custom: expandValues(task.custom ?? {}, options.fields, {
        startDate: options.startDate,
        roleIds: options.roleIds,
        idAt,
      }),
    };
  });
  const items = content.tasks.flatMap(({ checklist }, at) =>
    checklist.map((title) => ({ id: options.newId(), taskId: idAt(at), title })),
  );
  const relations = content.relations.map(({ kind, from, to }) => {
    // Symmetric relations have one canonical direction.
    const isSwapped = kind === 'relates' && idAt(from) > idAt(to);
    const [fromId, toId] = isSwapped ? [idAt(to), idAt(from)] : [idAt(from), idAt(to)];
    return { id: options.newId(), kind, fromId, toId };
  });
  const { project } = content;
  return {
    tasks,
    milestones,
    items,
    relations,
    project: project && {
      startDate: onDay(project.startDay),
      targetDate: onDay(project.targetDay),
      limits: Object.fromEntries(
        project.limits
          .map(({ most, ...status }) => [findSame(options.statuses, status), most] as const)
          .filter((entry): entry is [string, number] => entry[0] !== null)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}

/** Finds the status with that name, or else the first status of its category, or else the default status of new tasks. */
function findStatus(statuses: ExpandOptions['statuses'], wanted: TemplateStatus | null): string {
  const same = wanted === null ? null : findSame(statuses, wanted);
  const first = (category: string) => statuses.find((status) => status.category === category)?.id;
  return same ?? first(wanted?.category ?? 'unstarted') ?? first('unstarted') ?? statuses[0]?.id ?? '';
}

function findSame(statuses: ExpandOptions['statuses'], wanted: TemplateStatus): string | null {
  const name = wanted.name.toLocaleLowerCase();
  const isSame = (one: TemplateStatus) =>
    one.category === wanted.category && one.name.toLocaleLowerCase() === name;
  return statuses.find(isSame)?.id ?? null;
}

function toSet(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))].toSorted();
}
