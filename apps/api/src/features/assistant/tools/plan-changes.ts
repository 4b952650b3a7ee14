import { addDays } from '@hearth/contracts/core/days';
import { dayOf, isMoment, putOnDay } from '@hearth/contracts/core/moment-values';
import { foldName } from '@hearth/contracts/core/fold';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Fields, PlannedChange } from '#features/assistant/proposals/proposal-draft.ts';
import type { Change, Draft, Target } from './inputs.ts';
import { pickNamed } from './names.ts';
import { both, listTasks } from './describe-tasks.ts';
import { formatChoice, type RefusalTexts } from './refusal-texts.ts';
import type { ToolContext } from './tool.ts';
import { ToolRefusal } from './tool-refusal.ts';

/** Maximum number of tasks that a target may refer to. */
const MAX_TASKS = 50;

/** Maximum number of tasks that are searched for one with exactly the given title. */
const MAX_NAMED = 200;

/** Returns the tasks that a target refers to. @throws ToolRefusal if there are none or too many, or a title is ambiguous */
export async function findTargets(ctx: ToolContext, target: Target): Promise<Task[]> {
  const refuse = (read: (texts: RefusalTexts) => string) => new ToolRefusal(ctx.locale, read);
  const named = target.kind === 'keys' ? target.keys : target.kind === 'these' ? target.ids : null;
  if (named !== null) {
    if (named.length === 0) throw refuse((texts) => texts.whichTasks);
    if (named.length > MAX_TASKS) throw refuse((texts) => texts.tooManyTasks(MAX_TASKS));
    const tasks: Task[] = [];
    for (const key of new Set(named))
      tasks.push((await ctx.call('tasks.get', { params: { taskId: key } })).task);
    return tasks;
  }
  if (target.kind === 'filter') {
    const { tasks, isCut } = await listTasks(ctx, { filter: target.filter }, MAX_TASKS);
    if (tasks.length === 0) throw refuse((texts) => texts.noMatches);
    if (isCut) throw refuse((texts) => texts.tooManyTasks(MAX_TASKS));
    return tasks;
  }
  if (target.kind !== 'title') throw new TypeError('Unknown target');
  const { title } = target;
  const filter = both({ field: 'title', op: 'is', values: [title.slice(0, 100)] });
  const { tasks } = await listTasks(ctx, { filter }, MAX_NAMED);
  const exact = tasks.filter((task) => task.title.toLowerCase() === title.toLowerCase());
  const found = exact.length > 0 ? exact : tasks;
  if (found.length === 1) return found;
  const names = found.slice(0, 5).map(({ key, title: name }) => `${key} ${name}`);
  throw refuse((texts) =>
    found.length === 0 ? texts.noTask(title) : texts.ambiguous(title, formatChoice(ctx.locale, names)),
  );
}

/** Plans the row that creates a task. @param inProject a project that is created by the same proposal, with the index of its row */
export async function planTask(
  ctx: ToolContext,
  draft: Draft,
  inProject?: { id: string; needs: number },
): Promise<PlannedChange> {
  const names = await ctx.names();
  const { title, projectId, assigneeIds, labelIds = [], newLabels = [], parentKey, ...rest } = draft;
  const { repeat, remind, ...fields } = rest;
  const project =
    inProject?.id ??
    (projectId === undefined ? null : pickNamed(names.projects, projectId, 'project', ctx.locale).id);
  const { known, missing } = splitLabels(names.labels, newLabels);
  const labels = [...labelIds.map((name) => pickNamed(names.labels, name, 'label', ctx.locale).id), ...known];
  const parent =
    parentKey === undefined ? null : await ctx.call('tasks.get', { params: { taskId: parentKey } });
  const after: Fields = {
    title,
    ...fields,
    ...(project === null ? {} : { projectId: project }),
    ...(assigneeIds === undefined ? {} : { assigneeIds: pickPeople(ctx, names.members, assigneeIds) }),
    ...(labels.length === 0 ? {} : { labelIds: [...new Set(labels)] }),
    ...(missing.length === 0 ? {} : { newLabels: missing }),
    ...(parent === null ? {} : { parentId: parent.task.id }),
    ...(repeat === undefined ? {} : { repeat: { ...repeat, timeZone: ctx.timeZone } }),
    ...(remind === undefined ? {} : { remind: makeReminder(ctx, remind) }),
  };
  const id = ctx.app.ids.uuid();
  const needs = inProject === undefined ? {} : { needs: [inProject.needs] };
  return {
    act: 'create',
    kind: 'task',
    id,
    title,
    before: null,
    after,
    call: { route: 'tasks.create' },
    ...needs,
  };
}

function makeReminder(ctx: ToolContext, remind: NonNullable<Draft['remind']>): Fields {
  return { ...remind, id: ctx.app.ids.uuid(), timeZone: ctx.timeZone, isSeen: false };
}

/** Splits the names of new labels into the ids of labels that exist by now, and the names to create. */
function splitLabels(
  labels: readonly { id: string; name: string }[],
  names: readonly string[],
): { known: string[]; missing: string[] } {
  const byName = new Map(labels.map(({ id, name }) => [foldName(name), id]));
  const wanted = new Map(names.map((name) => [foldName(name), name.trim()]));
  return {
    known: [...wanted.keys()].flatMap((folded) => byName.get(folded) ?? []),
    missing: [...wanted].flatMap(([folded, name]) => (byName.has(folded) ? [] : [name])),
  };
}

function pickPeople(
  ctx: ToolContext,
  members: readonly { id: string; name: string; email: string | null }[],
  names: readonly string[],
): string[] {
  return names.map((word) =>
    word === 'me' ? ctx.userId : pickNamed(members, word, 'person', ctx.locale).id,
  );
}

/** Plans the row that changes a task. Returns null if nothing would change. */
export async function planUpdate(
  ctx: ToolContext,
  task: Task,
  change: Change,
): Promise<PlannedChange | null> {
  const after = await fieldsOf(ctx, task, change);
  const is: Fields = task;
  const names = Object.keys(after).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const { id, key, title } = task;
  return {
    act: 'update',
    kind: 'task',
    id,
    title: `${key} ${title}`,
    before: pick(is),
    after: pick(after),
    call: { route: 'tasks.update', params: { taskId: id } },
  };
}

/** Returns the new date. A day keeps the time of day that the old date has, as when a task is dragged to another day. */
function moveTo(old: string | null, date: string | null, timeZone: string): string | null {
  return date === null || isMoment(date) ? date : putOnDay(old, date, timeZone);
}

async function fieldsOf(ctx: ToolContext, task: Task, change: Change): Promise<Fields> {
  const names = await ctx.names();
  switch (change.act) {
    case 'assign': {
      const people = pickPeople(ctx, names.members, change.assigneeIds);
      const all = change.isReplacing ? people : [...task.assigneeIds, ...people];
      return { assigneeIds: [...new Set(all)].toSorted() };
    }
    case 'unassign': {
      const removed = change.assigneeIds === null ? null : pickPeople(ctx, names.members, change.assigneeIds);
      return { assigneeIds: removed === null ? [] : task.assigneeIds.filter((id) => !removed.includes(id)) };
    }
    case 'status':
      return { statusId: pickNamed(names.statuses, change.statusId, 'status', ctx.locale).id };
    case 'due':
      return { dueDate: moveTo(task.dueDate, change.dueDate, ctx.timeZone) };
    case 'shift': {
      const { dueDate } = task;
      if (dueDate === null) return {};
      const day = addDays(dayOf(dueDate, ctx.timeZone), change.days);
      return { dueDate: moveTo(dueDate, day, ctx.timeZone) };
    }
    case 'start':
      return { startDate: moveTo(task.startDate, change.startDate, ctx.timeZone) };
    case 'priority':
      return { priority: change.priority };
    case 'estimate':
      return { estimate: change.estimate };
    case 'rename':
      return { title: change.title };
    case 'project':
      return {
        projectId:
          change.projectId === null
            ? null
            : pickNamed(names.projects, change.projectId, 'project', ctx.locale).id,
      };
    case 'snooze':
      return task.triage === null
        ? { dueDate: moveTo(task.dueDate, change.until, ctx.timeZone) }
        : { triage: { since: task.triage.since, until: change.until } };
    case 'labels': {
      const { known, missing } = splitLabels(names.labels, change.newLabels);
      const add = [
        ...change.add.map((name) => pickNamed(names.labels, name, 'label', ctx.locale).id),
        ...known,
      ];
      const remove = new Set(
        change.remove.map((name) => pickNamed(names.labels, name, 'label', ctx.locale).id),
      );
      const retained = task.labelIds.filter((id) => !remove.has(id));
      const labelIds = [...new Set([...retained, ...add])].toSorted();
      return { labelIds, ...(missing.length === 0 ? {} : { newLabels: missing }) };
    }
    case 'repeat':
      return {
        repeat: change.repeat === null ? null : { ...change.repeat, later: null, timeZone: ctx.timeZone },
      };
    case 'remind':
      return { remind: makeReminder(ctx, change.remind) };
  }
}
