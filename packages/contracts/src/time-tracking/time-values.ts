/** The fixed values of tracked time; free of the schema library, so that the browser loads only these. */
export const TIME_LIMITS = {
  note: 500,
  /** Of what is typed by hand, in seconds. */
  shortest: 60,
  /** Of any entry: a forgotten timer counts no more. */
  longest: 24 * 3600,
  /** Of one task. */
  entriesPerTask: 5000,
  /** Clock skew, in seconds: how far a clock may be ahead of the server's. */
  ahead: 300,
} as const;

export const TIME_MAKERS = ['timer', 'hand'] as const;
export type TimeMaker = (typeof TIME_MAKERS)[number];

/** Time that somebody spent on a task. */
export type TimeEntry = {
  id: string;
  taskId: string;
  userId: string;
  /** The day that it counts for, where the person was. */
  day: string;
  startedAt: string;
  /** null while the timer runs. */
  endedAt: string | null;
  note: string;
  madeBy: TimeMaker;
};

/** Seconds; of a timer that runs, up to `now`. */
export function secondsOf({ startedAt, endedAt }: Pick<TimeEntry, 'startedAt' | 'endedAt'>, now = 0): number {
  const end = endedAt === null ? now : Date.parse(endedAt);
  const seconds = Math.round((end - Date.parse(startedAt)) / 1000);
  return Math.min(TIME_LIMITS.longest, Math.max(0, seconds));
}
