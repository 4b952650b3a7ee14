import { dayOf, isMoment, localTime, makeWhen } from '#core/moment-values.ts';
import { addDays, countDays } from '#core/days.ts';

/*
 * The occurrence of a series that a task represents, separate from the task's dates: a moved occurrence, or one whose local time is skipped
 * by a DST change, must not move later occurrences.
 */

export interface Dates {
  startDate: string | null;
  dueDate: string | null;
}

/**
 * The planned occurrence in the time zone of the series: a day, or a local time such as `2027-03-14T02:30`, which may not
 * exist on that day. Stored only if it differs from the task's dates.
 */
export interface Planned {
  dueDate: string | null;
  startDate: string | null;
}

const DAY_LENGTH = '2026-11-20'.length;

function toLocal(value: string | null, timeZone: string): string | null {
  return value !== null && isMoment(value) ? localTime(new Date(value), timeZone) : value;
}

/** Converts a day, or a local time to its timestamp. A skipped local time is shifted by the length of the gap. */
function toWhen(local: string | null, timeZone: string): string | null {
  if (local === null) return null;
  const [day, time] = [local.slice(0, DAY_LENGTH), local.slice(DAY_LENGTH + 1)];
  return makeWhen(day, time === '' ? null : time, timeZone);
}

export function toDates(planned: Planned, timeZone: string): Dates {
  return { startDate: toWhen(planned.startDate, timeZone), dueDate: toWhen(planned.dueDate, timeZone) };
}

/** The day that recurrence depends on: the due day, else the start day. */
export function ownDay(
  { startDate, dueDate }: { [D in keyof Dates]?: string | null | undefined },
  timeZone: string,
): string | null {
  const own = dueDate ?? startDate ?? null;
  return own === null ? null : dayOf(own, timeZone);
}

/**
 * The occurrence that a task represents. If the task is on the planned day, its own dates apply, except that a time shifted by a DST change
 * is replaced by the original time. If the task is on another day, it was moved and the planned occurrence applies.
 */
export function plannedOf(dates: Dates, planned: Planned | undefined, timeZone: string): Planned {
  if (planned === undefined) return readPlanned(dates, timeZone);
  const unmoved = toDates(planned, timeZone);
  if (ownDay(dates, timeZone) !== ownDay(unmoved, timeZone)) return planned;
  const read = (name: keyof Dates): string | null =>
    dates[name] === unmoved[name] ? planned[name] : toLocal(dates[name], timeZone);
  return { dueDate: read('dueDate'), startDate: read('startDate') };
}

function readPlanned({ dueDate, startDate }: Dates, timeZone: string): Planned {
  return { dueDate: toLocal(dueDate, timeZone), startDate: toLocal(startDate, timeZone) };
}

/** The planned occurrence to store. Undefined if it equals the task's dates. */
export function toStoredOccurrence(planned: Planned, dates: Dates, timeZone: string): Planned | undefined {
  const own = readPlanned(dates, timeZone);
  const isSame = own.dueDate === planned.dueDate && own.startDate === planned.startDate;
  return isSame || (planned.dueDate ?? planned.startDate) === null ? undefined : planned;
}

/** Moves the planned occurrence: its due day, or else its start day, becomes `day`. */
export function planOn({ startDate, dueDate }: Planned, day: string): Planned {
  if (dueDate === null && startDate !== null) return { dueDate, startDate: day + timeIn(startDate) };
  const due = day + (dueDate === null ? '' : timeIn(dueDate));
  if (dueDate === null || startDate === null) return { dueDate: due, startDate };
  const apart = countDays(dueDate.slice(0, DAY_LENGTH), startDate.slice(0, DAY_LENGTH));
  return { dueDate: due, startDate: addDays(day, apart) + timeIn(startDate) };
}

/** The suffix with the time of day, `T09:00`. Empty for a day. */
function timeIn(local: string): string {
  return local.slice(DAY_LENGTH);
}
