import type { CallReply } from '@hearth/contracts/client-types';
import {
  formatRule,
  settleRule,
  type RepeatMode,
  type RepeatRule,
} from '@hearth/contracts/recurrence/recurrence-values';
import {
  findFirst,
  findNext,
  inJsonbOrder,
  moveTo,
  ownDay,
  planIn,
  type LaterFields,
  type Repeat,
} from '@hearth/contracts/recurrence/repeat-values';
import { pickScalars } from '@hearth/contracts/model/scalar-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api/api-client.ts';
import { defineRecipe, type Command, type TeamStore } from '#platform/sync/index.ts';
import { dayInZone } from '#ui/format/formats.ts';
import { readerZone } from '#ui/format/reader.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];
export type Runs = CallReply<'GET /teams/{teamId}/tasks/{taskId}/runs'>;

/** The dates of an existing or new task. */
export interface Dated {
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
}

/**
 * Returns the fields that make a task recurring, in the server's canonical form so that undo compares them as equal. A task without a date
 * gets the first date of its schedule.
 */
export function repeatFields(
  rule: RepeatRule,
  mode: RepeatMode,
  dates: Dated,
  today: string,
  later: LaterFields | null = null,
): Pick<TaskFields, 'repeat' | 'dueDate'> {
  const isBySchedule = mode === 'schedule';
  const timeZone = readerZone();
  const own = ownDay(dates, timeZone);
  const first = own ?? (isBySchedule ? findFirst(rule, today) : null);
  const settled = isBySchedule ? settleRule(rule, first ?? today) : rule;
  const repeat: Repeat = { mode, rule: formatRule(settled), later, timeZone };
  return own === null && first !== null ? { repeat, dueDate: first } : { repeat };
}

/** Copies a task as the template for later occurrences. Further changes to the task do not affect the template. */
export function toLaterFields(task: Task): LaterFields {
  const { title, labelIds, assigneeIds, description, descriptionDoc: doc } = task;
  const fields = { ...pickScalars(task), title, labelIds, assigneeIds, description };
  return inJsonbOrder(doc === null ? fields : { ...fields, descriptionDoc: doc });
}

/** Skips the current occurrence of a recurring task. Returns null if the task does not repeat, has no date, or has no later occurrence. */
export function skipDay(store: TeamStore, task: Task, reason: string): Command | null {
  const { repeat, series } = task;
  if (repeat === null || (task.dueDate ?? task.startDate) === null) return null;
  const next = findNext(repeat, task, dayInZone(store.now(), repeat.timeZone), series?.planned);
  if (next === null) return null;
  const id = store.newId();
  const { rule, planned, ...dates } = next;
  const before = { startDate: task.startDate, dueDate: task.dueDate, repeat, series };
  const fields = { ...dates, repeat: { ...repeat, rule }, series: planIn(series, planned) };
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/skips',
    params: { teamId: store.teamId, taskId: task.id },
    body: { id, reason },
    effects: [{ entity: 'task', id: task.id, op: 'patch', fields }],
    text: reason,
    inverse: { kind: 'whole', by: undoSkipRecipe({ id, taskId: task.id, reason, before }) },
  };
}

interface DoneSkip {
  id: string;
  taskId: string;
  reason: string;
  /** The former dates, recurrence and series of the task. */
  before: Partial<Task>;
}

const skipAgain = defineRecipe('skip', (store, { taskId, reason }: Pick<DoneSkip, 'taskId' | 'reason'>) => {
  const now = store.row('task', taskId);
  return now === undefined ? null : skipDay(store, now, reason);
});

/** A skip as stored in the task history. */
export interface PastSkip {
  /** Missing in older entries. */
  id?: string;
  day: string;
  toDay: string;
  reason: string;
}

/** Reverts a skip from its history entry. The entry does not contain the former rule. The rule arrives with the server's response. */
export function unskipDay(store: TeamStore, task: Task, skip: PastSkip & { id: string }): Command {
  const { id, day, toDay, reason } = skip;
  const timeZone = task.repeat?.timeZone ?? 'UTC';
  const isOnToDay = ownDay(task, timeZone) === toDay;
  const before = isOnToDay ? moveTo(task, day, timeZone, task.series?.planned) : {};
  return undoSkip(store, { id, taskId: task.id, reason, before });
}

function undoSkip(store: TeamStore, done: DoneSkip): Command {
  const { id, taskId, reason, before } = done;
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/skips/{skipId}',
    params: { teamId: store.teamId, taskId, skipId: id },
    effects: [{ entity: 'task', id: taskId, op: 'patch', fields: before }],
    inverse: { kind: 'whole', by: skipAgain({ taskId, reason }) },
  };
}

const undoSkipRecipe = defineRecipe('take skip back', undoSkip);

/** Resumes a series. The next task appears only with the response because the server assigns its number and key. */
export function resumeSeries(store: TeamStore, taskId: string): Command {
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/next',
    params: { teamId: store.teamId, taskId },
    body: {},
    effects: [],
  };
}

export async function loadRuns(teamId: string, taskId: string, signal?: AbortSignal): Promise<Runs> {
  return await call('GET /teams/{teamId}/tasks/{taskId}/runs', {
    params: { teamId, taskId },
    query: { limit: 50 },
    signal,
  });
}
