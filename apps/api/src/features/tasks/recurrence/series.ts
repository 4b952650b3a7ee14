import { sql } from 'kysely';
import { formatRule, parseRule, settleRule } from '@hearth/contracts/recurrence/recurrence-values';
import {
  findNext,
  ownDay,
  planIn,
  replan,
  type InSeries,
  type LaterFields,
  type NextOne,
  type Repeat,
} from '@hearth/contracts/recurrence/repeat-values';
import { countDays } from '@hearth/contracts/core/days';
import { pickScalars } from '@hearth/contracts/model/scalar-field-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { listMembersWithAccess, lockSamples } from '#features/projects/index.ts';
import { personScope, workScope, type Command } from '#platform/commands/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import { countTasks } from '#features/tasks/model/count-tasks.ts';
import { lockStatusCategories, listLastPositions } from '#features/tasks/model/bulk-tasks.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { copyChecklist, findSiblingSlot, lockUntouched, lockExistingLabels } from './series.queries.ts';
import { lockOpenMilestones } from '#features/tasks/milestones/milestones.queries.ts';
import { dropPersonalTasks } from '#features/tasks/reminders/personal-tasks.queries.ts';
import { copyRemindersToSuccessors, type Succession } from '#features/tasks/reminders/reminders.ts';
import { makeDescription } from '#features/tasks/description/task-description.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { findFirstStatus, insertTask } from '#features/tasks/model/task-writes.queries.ts';
import { logParents } from '#features/tasks/sub-tasks/log-parents.ts';
import { deleteForGood } from '#features/tasks/trash/trash-purge.queries.ts';

/** A task in its new state, and the category of the status that it enters. */
interface Turn {
  task: Task;
  entered: StatusCategory;
  wasClosed: boolean;
}

/** The changes to series caused by tasks that enter a status. Planned before the tasks are written, applied afterwards. */
interface SeriesPlan {
  /** The new series fields by task id. Excludes unchanged tasks. */
  states: ReadonlyMap<string, InSeries>;
  making: readonly { task: Task; next: NextOne }[];
  takingBack: readonly { id: string; projectId: string | null; items: readonly string[] }[];
}

/**
 * Chooses the recurrence rule of a task and its series fields after a change. In schedule mode the rule alone determines the
 * days, so moving one occurrence does not affect later ones.
 */
export function chooseRepeat(
  command: Command,
  locked: Pick<Task, 'repeat' | 'series' | 'startDate' | 'dueDate'> | null,
  requested: Repeat | null | undefined,
  dates: Pick<Task, 'startDate' | 'dueDate'>,
): Pick<Task, 'repeat' | 'series'> {
  if (requested === undefined)
    return { repeat: locked?.repeat ?? null, series: moveOccurrence(locked, dates) };
  if (requested === null) return { repeat: null, series: planIn(locked?.series ?? null, undefined) };
  const from = ownDay(dates, requested.timeZone) ?? dayAt(command.now, requested.timeZone);
  const rule = parseRule(requested.rule);
  const isSettled = requested.mode !== 'schedule' || rule === null;
  const repeat = { ...requested, rule: isSettled ? requested.rule : formatRule(settleRule(rule, from)) };
  const isSameRule =
    locked?.repeat?.rule === repeat.rule &&
    locked.repeat.mode === repeat.mode &&
    locked.repeat.timeZone === repeat.timeZone;
  // Start a new rule from the current dates of the task.
  const series = isSameRule ? moveOccurrence(locked, dates) : planIn(locked?.series ?? null, undefined);
  if (series === null) return { repeat, series: { id: command.newId(), run: 1, state: 'open' } };
  return { repeat, series: series.state === 'going' ? series : { ...series, state: 'open' } };
}

/** Returns the series fields of a task after its dates change. */
function moveOccurrence(
  locked: Pick<Task, 'repeat' | 'series' | 'startDate' | 'dueDate'> | null,
  dates: Pick<Task, 'startDate' | 'dueDate'>,
): InSeries | null {
  if (locked === null) return null;
  const { repeat, series, startDate, dueDate } = locked;
  if (repeat === null || series === null) return series;
  if (startDate === dates.startDate && dueDate === dates.dueDate) return series;
  return planIn(series, replan(repeat, { startDate, dueDate, planned: series.planned }, dates));
}

/**
 * Plans the next occurrences. Completing a task of a series creates the next task if the plan has room. Reopening the task deletes the next
 * task, unless that has been changed. The tasks must be locked.
 */
export async function planSeries(command: Command, turns: readonly Turn[]): Promise<SeriesPlan> {
  const states = new Map<string, InSeries>();
  const wanted: { task: Task; series: InSeries; next: NextOne }[] = [];
  const reopened: { task: Task; series: InSeries }[] = [];
  for (const { task, entered, wasClosed } of turns) {
    const { series, repeat } = task;
    if (series === null) continue;
    if (entered === 'completed' && repeat !== null && series.state !== 'going') {
      const next = findNext(repeat, task, dayAt(command.now, repeat.timeZone), series.planned);
      if (next === null) states.set(task.id, { ...series, state: 'ended' });
      else wanted.push({ task, series, next });
    } else if (!isClosed(entered) && wasClosed) {
      if (series.state === 'going') reopened.push({ task, series });
      else states.set(task.id, { ...series, state: 'open' });
    }
  }
  const takingBack = await lockUntouched(
    command.tx,
    reopened.map(({ series }) => ({ id: series.id, run: series.run + 1 })),
  );
  for (const { task, series } of reopened) {
    const isReopened = takingBack.some(({ seriesId }) => seriesId === series.id);
    if (isReopened) states.set(task.id, { ...series, state: 'open' });
  }
  if (takingBack.length > 0)
    await countTasks(
      command,
      takingBack.map(({ id }) => id),
      -1,
    );
  if (wanted.length === 0) return { states, making: [], takingBack };
  // Recurring tasks in a sample project count as sample tasks because no user created them.
  const samples = await lockSamples(
    command.tx,
    wanted.map(({ task }) => task.projectId),
  );
  const counted = wanted.filter(({ task }) => !samples.has(task.projectId ?? ''));
  const room = await command.reserveUpTo('tasks', counted.length);
  const refused = new Set(counted.slice(room));
  for (const one of wanted)
    states.set(one.task.id, { ...one.series, state: refused.has(one) ? 'paused' : 'going' });
  return { states, making: wanted.filter((one) => !refused.has(one)), takingBack };
}

/**
 * Applies the plan.
 * @param written the tasks in their new state
 */
export async function followSeries(
  command: Command,
  plan: SeriesPlan,
  written: readonly Task[],
): Promise<void> {
  for (const { id, projectId, items } of plan.takingBack) {
    for (const item of items) command.remove('checklistItem', item, workScope(projectId));
    for (const userId of await dropPersonalTasks(command.tx, id))
      command.remove('ownTask', id, personScope(userId));
    command.remove('task', id, workScope(projectId));
  }
  if (plan.takingBack.length > 0) {
    await deleteForGood(
      command.tx,
      plan.takingBack.map(({ id }) => id),
    );
  }
  if (plan.making.length === 0) return;
  const { tx, teamId } = command;
  const statusId = await findFirstStatus(tx);
  if (statusId === null) throw new Error(`Team ${teamId} has no status for new tasks`);
  await lockStatusCategories(tx, [statusId]);
  const now = new Map(written.map((task) => [task.id, task]));
  const present = plan.making.map(({ task, next }) => ({ task: now.get(task.id) ?? task, next }));
  const milestones = await lockOpenMilestones(
    tx,
    present.flatMap(({ task }) => task.milestoneId ?? []),
  );
  await command.reserve();
  const successors: Task[] = [];
  const successions: Succession[] = [];
  const lasts = new Map<string | null, string | null>();
  for (const { task, next } of present) {
    if (!lasts.has(task.projectId)) {
      const slot = { projectId: task.projectId, statusId };
      lasts.set(task.projectId, (await listLastPositions(tx, [slot]))[0] ?? null);
    }
    const position = makeKeyAfter(lasts.get(task.projectId) ?? null);
    lasts.set(task.projectId, position);
    const milestoneId = milestones.has(task.milestoneId ?? '') ? task.milestoneId : null;
    const after = await makeNext(command, task, next, { statusId, position, milestoneId });
    logParents(command, after.id, { before: null, after: after.parentId });
    successors.push(after);
    successions.push({ fromId: task.id, next: after, days: countDaysTo(command, task, next) });
  }
  const ids = successors.map(({ id }) => id);
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[])`));
  command.logMany(putItemRows(teamId, sql`t.id = any (${ids}::uuid[])`));
  await copyRemindersToSuccessors(command, successions);
}

/** Returns the number of days until the next task. A task without dates counts from the day of its completion. */
function countDaysTo({ now }: Command, task: Task, next: NextOne): number {
  const zone = task.repeat?.timeZone ?? 'UTC';
  const doneOn = dayAt(now, zone);
  return countDays(ownDay(task, zone) ?? doneOn, ownDay(next, zone) ?? doneOn);
}

function descriptionOf({ description, descriptionDoc }: LaterFields) {
  const hasDoc = descriptionDoc !== null && descriptionDoc !== undefined;
  return makeDescription(hasDoc ? { descriptionDoc } : { description });
}

async function makeNext(
  command: Command,
  task: Task,
  next: NextOne,
  slot: Pick<Task, 'statusId' | 'position' | 'milestoneId'>,
): Promise<Task> {
  const { tx, now } = command;
  const { repeat, series } = task;
  if (repeat === null || series === null) throw new Error(`Task ${task.id} does not repeat`);
  const { later } = repeat;
  const overrides =
    later === null
      ? {}
      : {
          ...later,
          ...descriptionOf(later),
          // Labels may have been deleted, and assignees may have lost access, since they were chosen.
          labelIds: await lockExistingLabels(tx, later.labelIds),
          assigneeIds: (await listMembersWithAccess(tx, task.projectId, later.assigneeIds)).toSorted(),
        };
  const { assigneeIds = task.assigneeIds } = overrides as Partial<Task>;
  const joining = assigneeIds.filter((userId) => !task.assigneeIds.includes(userId));
  const beside = await findSiblingSlot(tx, task.id);
  const at = now.toISOString();
  const fields: Omit<Task, 'number' | 'key'> = {
    id: command.newId(),
    title: task.title,
    description: task.description,
    descriptionDoc: task.descriptionDoc,
    descriptionVersion: null,
    projectId: task.projectId,
    ...pickScalars(task),
    assigneeIds: task.assigneeIds,
    // Copy the watchers and add the new assignees.
    watcherIds: [...new Set([...task.watcherIds, ...joining])].sort(),
    labelIds: task.labelIds,
    trackedSeconds: 0,
    ...overrides,
    // The slot excludes milestones that are deleted or have no open tasks.
    ...slot,
    startDate: next.startDate,
    dueDate: next.dueDate,
    repeat: { ...repeat, rule: next.rule, later: null },
    series: planIn({ id: series.id, run: series.run + 1, state: 'open' }, next.planned),
    parentId: beside?.parentId ?? null,
    siblingPosition: beside === null ? null : makeKeyAfter(beside.last),
    reporterId: task.reporterId,
    typeId: task.typeId,
    custom: task.custom,
    cycleId: null,
    // Attachments are not carried over, so neither is the cover.
    coverId: null,
    triage: null,
    createdBy: command.userId,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
  };
  const number = await insertTask(command, fields, 'unstarted');
  await copyChecklist(tx, task.id, fields.id, () => command.newId());
  const key = `${task.key.slice(0, task.key.lastIndexOf('-'))}-${number}`;
  const { id, ...rest } = fields;
  return { id, number, key, ...rest };
}
