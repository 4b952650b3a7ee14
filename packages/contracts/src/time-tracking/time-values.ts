/** Constants for time tracking, kept out of the schema files to keep the schema library out of the browser. */
export const TIME_LIMITS = {
  note: 500,
  /** Minimum duration of manual entries, in seconds. */
  shortest: 60,
  /** Maximum duration of an entry, in seconds, to cap forgotten timers. */
  longest: 24 * 3600,
  /** Per task. */
  entriesPerTask: 5000,
  /** Clock skew tolerance in seconds: the maximum by which a client's clock may be ahead of the server's. */
  ahead: 300,
} as const;

export const TIME_MAKERS = ['timer', 'hand'] as const;
export type TimeMaker = (typeof TIME_MAKERS)[number];

/** A period of time that a user spent on a task. */
export type TimeEntry = {
  id: string;
  taskId: string;
  userId: string;
  /** The day to which the entry belongs, in the user's time zone. */
  day: string;
  startedAt: string;
  /** Null while the timer is running. */
  endedAt: string | null;
  note: string;
  madeBy: TimeMaker;
};

/** Duration in seconds, at most `TIME_LIMITS.longest`. Running timers count up to `now`, in ms since the epoch. */
export function secondsOf({ startedAt, endedAt }: Pick<TimeEntry, 'startedAt' | 'endedAt'>, now = 0): number {
  const end = endedAt === null ? now : Date.parse(endedAt);
  const seconds = Math.round((end - Date.parse(startedAt)) / 1000);
  return Math.min(TIME_LIMITS.longest, Math.max(0, seconds));
}
