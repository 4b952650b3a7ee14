import { secondsOf, type TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { call } from '#platform/api/api-client.ts';
import {
  defineRecipe,
  type Command,
  type Effect,
  type OlderPage,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';
import { dayInZone } from '#ui/format/formats.ts';
import { ownZone } from '#features/tasks/reminders/personal-task.data.ts';
import { ownTimer } from './running-timers.ts';

export type { TimeEntry };
type TimeFields = Pick<TimeEntry, 'startedAt' | 'day' | 'note'> & { endedAt: string };

/** Page size of the time entries. */
const PAGE = 100;

/** Loaded time entries by task, latest start first. New entries arrive through the sync feed. */
export function timeByTask(store: TeamStore): View<'timeEntry'> {
  return store.sharedView('time by task', {
    entity: 'timeEntry',
    group: ({ taskId }) => taskId,
    compare: (a, b) => (a.startedAt > b.startedAt ? -1 : Number(a.startedAt < b.startedAt)),
  });
}

/** Running timers by task. */
export function timersByTask(store: TeamStore): View<'timeEntry'> {
  return store.sharedView('running timers by task', {
    entity: 'timeEntry',
    filter: ({ endedAt }) => endedAt === null,
    group: ({ taskId }) => taskId,
    compare: () => 0,
  });
}

/**
 * Loads a page of the time entries of a task.
 * @returns the next cursor, or null after the last page
 */
export async function loadTime(
  store: TeamStore,
  taskId: string,
  cursor: string | undefined,
): Promise<string | null> {
  const { teamId } = store;
  return await store.loadRows('timeEntry', async (): Promise<OlderPage<'timeEntry'>> => {
    const { entries, nextCursor } = await call('GET /teams/{teamId}/tasks/{taskId}/time', {
      params: { teamId, taskId },
      query: { limit: PAGE, cursor },
    });
    return { rows: entries, nextCursor };
  });
}

export function addTime(store: TeamStore, taskId: string, fields: TimeFields, id = store.newId()): Command {
  const entry: TimeEntry = { id, taskId, userId: store.userId, madeBy: 'hand', ...fields };
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/time',
    params: { teamId: store.teamId, taskId },
    body: { id, ...fields },
    effects: [{ entity: 'timeEntry', id, op: 'put', fields: entry }, ...sumUp(store, null, entry)],
    text: fields.note,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** Updates an entry. Setting `endedAt` to null resumes a stopped timer. */
export function changeTime(
  store: TeamStore,
  entry: TimeEntry,
  fields: Partial<Omit<TimeFields, 'endedAt'>> & { endedAt?: string | null },
): Command {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const before = Object.fromEntries(names.map((name) => [name, entry[name]]));
  return {
    route: 'PATCH /teams/{teamId}/tasks/{taskId}/time/{entryId}',
    params: paramsOf(store, entry),
    body: { ...fields },
    effects: [
      { entity: 'timeEntry', id: entry.id, op: 'patch', fields: { ...fields } },
      ...sumUp(store, entry, { ...entry, ...fields }),
    ],
    ...(fields.note === undefined ? {} : { text: fields.note }),
    inverse: { kind: 'whole', by: changeAgain({ id: entry.id, fields: before }) },
  };
}

export function deleteTime(store: TeamStore, entry: TimeEntry): Command {
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/time/{entryId}',
    params: paramsOf(store, entry),
    effects: [{ entity: 'timeEntry', id: entry.id, op: 'delete' }, ...sumUp(store, entry, null)],
    inverse: { kind: 'whole', by: restoreAgain(entry) },
  };
}

/** Restores a deleted entry. A timer that was running when deleted is restored as stopped. */
export function restoreTime(store: TeamStore, entry: TimeEntry): Command {
  const over = { ...entry, endedAt: entry.endedAt ?? isoNow(store) };
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/time/{entryId}/restore',
    params: paramsOf(store, entry),
    effects: [{ entity: 'timeEntry', id: entry.id, op: 'put', fields: over }, ...sumUp(store, null, over)],
    inverse: { kind: 'whole', by: deleteAgain(entry.id) },
  };
}

/**
 * Starts the user's timer on a task. The same command stops a timer running on another task. That timer resumes on undo or if the server
 * rejects the start. Returns null if the timer already runs on this task.
 */
export function startTimer(store: TeamStore, taskId: string, id = store.newId()): Command | null {
  const running = ownTimer(store);
  if (running?.taskId === taskId) return null;
  const startedAt = isoNow(store);
  const day = dayInZone(store.now(), ownZone());
  const entry: TimeEntry = {
    id,
    taskId,
    userId: store.userId,
    day,
    startedAt,
    endedAt: null,
    note: '',
    madeBy: 'timer',
  };
  const start = { entity: 'timeEntry', id, op: 'put', fields: entry } as const;
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/timer',
    params: { teamId: store.teamId, taskId },
    body: { id, startedAt, day },
    effects: [...(running === undefined ? [] : endEffects(store, running, startedAt)), start],
    inverse: [
      ...(running === undefined ? [] : [{ kind: 'whole', by: runOn(running.id) } as const]),
      { kind: 'whole', by: undoStart(id) },
    ],
  };
}

export function stopTimer(store: TeamStore, entry: TimeEntry, endedAt = isoNow(store)): Command {
  return {
    route: 'POST /teams/{teamId}/timer/stop',
    params: { teamId: store.teamId },
    body: { entryId: entry.id, endedAt },
    effects: endEffects(store, entry, endedAt),
    inverse: { kind: 'whole', by: runOn(entry.id) },
  };
}

function endEffects(store: TeamStore, entry: TimeEntry, endedAt: string): Effect[] {
  // Time beyond the maximum duration of an entry is not counted.
  const end = new Date(Date.parse(entry.startedAt) + secondsOf(entry, Date.parse(endedAt)) * 1000);
  const over = { ...entry, endedAt: end.toISOString() };
  return [
    { entity: 'timeEntry', id: entry.id, op: 'patch', fields: { endedAt: over.endedAt } },
    ...sumUp(store, entry, over),
  ];
}

/** Returns the effects that optimistically update the tracked total of the task. */
function sumUp(store: TeamStore, before: TimeEntry | null, after: TimeEntry | null): Effect[] {
  const id = (after ?? before)?.taskId ?? '';
  const tracked = store.row('task', id)?.trackedSeconds;
  const more = secondsIn(after) - secondsIn(before);
  if (tracked === undefined || more === 0) return [];
  return [{ entity: 'task', id, op: 'patch', fields: { trackedSeconds: Math.max(0, tracked + more) } }];
}

function secondsIn(entry: TimeEntry | null): number {
  return entry === null || entry.endedAt === null ? 0 : secondsOf(entry);
}

const deleteAgain = defineRecipe('delete time', (store, id: string) => {
  const now = store.row('timeEntry', id);
  return now === undefined ? null : deleteTime(store, now);
});
const restoreAgain = defineRecipe('restore time', restoreTime);
const changeAgain = defineRecipe(
  'change time',
  (store, { id, fields }: { id: string; fields: Parameters<typeof changeTime>[2] }) => {
    const now = store.row('timeEntry', id);
    return now === undefined ? null : changeTime(store, now, fields);
  },
);
/** Resumes a stopped timer. The inverse stops it again at its former end. */
const runOn = defineRecipe('run timer on', (store, id: string): Command | null => {
  const now = store.row('timeEntry', id);
  const endedAt = now?.endedAt ?? null;
  if (now === undefined || endedAt === null || ownTimer(store) !== undefined) return null;
  return {
    ...changeTime(store, now, { endedAt: null }),
    inverse: { kind: 'whole', by: stopAgain({ id, endedAt }) },
  };
});
const stopAgain = defineRecipe('stop timer', (store, { id, endedAt }: { id: string; endedAt: string }) => {
  const now = ownTimer(store);
  return now?.id === id ? stopTimer(store, now, endedAt) : null;
});
/** Undoes the start of a timer by deleting its entry. Redo starts a new timer at the current time. */
const undoStart = defineRecipe('take timer back', (store, id: string): Command | null => {
  const now = store.row('timeEntry', id);
  if (now === undefined) return null;
  const command = deleteTime(store, now);
  if (now.endedAt !== null) return command;
  return { ...command, inverse: { kind: 'whole', by: startAgain({ id, taskId: now.taskId }) } };
});
const startAgain = defineRecipe(
  'start timer',
  (store, { id, taskId }: { id: string; taskId: string }): Command | null => {
    const newId = store.newId();
    const command = startTimer(store, taskId, newId);
    return command === null ? null : { ...command, comesBackAs: { id, newId } };
  },
);

function isoNow(store: TeamStore): string {
  return new Date(store.now()).toISOString();
}

function paramsOf(store: TeamStore, { id, taskId }: TimeEntry): Record<string, string> {
  return { teamId: store.teamId, taskId, entryId: id };
}
