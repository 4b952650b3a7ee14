import { isSame } from '@hearth/contracts/core/same';
import type { Reminder, ReminderWish } from '@hearth/contracts/reminders/reminder-values';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  defineRecipe,
  keyAt,
  keysAtEnd,
  type Command,
  type Effect,
  type TeamStore,
} from '#platform/sync/index.ts';
import { readerZone } from '#ui/format/reader.ts';
import type { When } from '@hearth/contracts/quick-parser/quick-types';

type PersonalTask = SyncRows['ownTask'];
/** Personal fields of a task that the user can set. The server computes when a reminder is due. */
type PersonalFields = Partial<Omit<PersonalTask, 'taskId' | 'reminders'>> & {
  reminders?: readonly ReminderWish[];
};

interface PersonalChange {
  taskId: string;
  fields: PersonalFields;
}

/** Returns the user's personal state of a task. */
export function personalOf(store: TeamStore, taskId: string): PersonalTask {
  return store.row('ownTask', taskId) ?? { taskId, position: null, snoozedUntil: null, reminders: [] };
}

/** Snoozes tasks for this user only until a day. Null ends the snooze. */
export function snoozeTasks(store: TeamStore, ids: readonly string[], until: string | null): Command | null {
  return changePersonal(
    store,
    ids.map((taskId) => ({ taskId, fields: { snoozedUntil: until } })),
  );
}

/**
 * Moves a task to `index` among the `others` of its section in the personal order. Tasks with a position come before
 * tasks sorted by date, so all tasks above it get a position as well.
 */
export function placePersonal(
  store: TeamStore,
  taskId: string,
  others: readonly string[],
  index: number,
): Command | null {
  const above = others.slice(0, index);
  const rowOf = (id: string): { position: string } | undefined => {
    const { position } = personalOf(store, id);
    return position === null ? undefined : { position };
  };
  const placed = others.filter((id) => rowOf(id) !== undefined);
  const unplaced = above.filter((id) => rowOf(id) === undefined);
  if (unplaced.length === 0) {
    const position = keyAt(placed, index, rowOf);
    return changePersonal(store, [{ taskId, fields: { position } }]);
  }
  const moved = [...unplaced, taskId];
  const keys = keysAtEnd(placed, moved.length, rowOf);
  return changePersonal(
    store,
    moved.map((id, at) => ({ taskId: id, fields: { position: keys[at] ?? null } })),
  );
}

export function changePersonal(store: TeamStore, changes: readonly PersonalChange[]): Command | null {
  const real = changes.filter(({ taskId, fields }) => {
    const now = wishesOf(personalOf(store, taskId));
    return Object.entries(fields).some(([name, value]) => !isSame(now[name as keyof PersonalFields], value));
  });
  if (real.length === 0) return null;
  const before = real.map(({ taskId, fields }): PersonalChange => {
    const was = wishesOf(personalOf(store, taskId));
    const names = Object.keys(fields) as (keyof PersonalFields)[];
    return { taskId, fields: Object.fromEntries(names.map((name) => [name, was[name]])) };
  });
  return {
    route: 'PATCH /teams/{teamId}/own-tasks',
    params: { teamId: store.teamId },
    body: { taskIds: real.map(({ taskId }) => taskId), each: real.map(({ fields }) => fields) },
    effects: real.map((change) => markChangeSeen(store, change)),
    inverse: { kind: 'whole', by: changeAgain(before) },
  };
}

function wishesOf({ position, snoozedUntil, reminders }: PersonalTask): PersonalFields {
  return { position, snoozedUntil, reminders: reminders.map(toReminderInput) };
}

/** Returns the fields of a reminder that the user can set. */
export function toReminderInput({
  id,
  on,
  day,
  days,
  time,
  minutes,
  timeZone,
  isSeen,
}: ReminderWish): ReminderWish {
  return { id, on, day, days, time, ...(minutes === undefined ? {} : { minutes }), timeZone, isSeen };
}

const changeAgain = defineRecipe('change own tasks', changePersonal);

function markChangeSeen(store: TeamStore, { taskId, fields }: PersonalChange): Effect {
  const was = personalOf(store, taskId);
  const known = new Map(was.reminders.map((one) => [one.id, one]));
  const reminders =
    fields.reminders?.map((input) => markReminderSeen(input, known.get(input.id))) ?? was.reminders;
  const now = { ...was, ...fields, reminders };
  if (now.position === null && now.snoozedUntil === null && reminders.length === 0)
    return { entity: 'ownTask', id: taskId, op: 'delete' };
  const op = store.row('ownTask', taskId) === undefined ? 'put' : 'patch';
  return { entity: 'ownTask', id: taskId, op, fields: now };
}

/** Predicts a reminder. An unchanged reminder keeps its due time. Otherwise, the due time is unknown until the server computes it. */
function markReminderSeen(input: ReminderWish, was: Reminder | undefined): Reminder {
  const isStill =
    was !== undefined && isSame({ ...toReminderInput(was), isSeen: input.isSeen }, toReminderInput(input));
  return isStill ? { ...was, isSeen: input.isSeen } : { ...input, at: null, firedAt: null };
}

/** Sets a reminder on a task that is being created. */
export function remindOfNew(store: TeamStore, taskId: string, when: When): Command | null {
  return changePersonal(store, [
    { taskId, fields: { reminders: [createReminderInput(store.newId(), when)] } },
  ]);
}

export function createReminderInput(id: string, { on, day, days, time, minutes }: When): ReminderWish {
  const isOwn = on === 'day';
  return {
    id,
    on,
    day: isOwn ? day : null,
    days: isOwn ? 0 : days,
    time,
    ...(minutes === undefined ? {} : { minutes }),
    timeZone: ownZone(),
    isSeen: false,
  };
}

/** The user's time zone. */
export function ownZone(): string {
  return readerZone();
}
