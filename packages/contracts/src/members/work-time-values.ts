/** An absence in whole days, both inclusive, in the user's time zone. */
export type Absence = {
  from: string;
  to: string;
  /** Description of the absence; may be empty. */
  word: string;
};

/** Weekly capacity and absences of a user. */
export type WorkTime = {
  /** The user's id, or the team's id for the default. */
  id: string;
  /** Points per week; null = the team's default, or, in the team's own row, not set. */
  capacity: number | null;
  /** By absence id; always empty in the team's row. */
  absences: Readonly<Record<string, Absence>>;
};

export const WORK_TIME_LIMITS = {
  /** Points per week. */
  capacity: 999,
  /** Absences per person. */
  absences: 200,
  word: 80,
} as const;
