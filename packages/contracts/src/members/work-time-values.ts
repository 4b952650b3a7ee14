/** An absence in whole days, in the member's time zone. Both days are inclusive. */
export type Absence = {
  from: string;
  to: string;
  /** Description of the absence. May be empty. */
  word: string;
};

/** Weekly capacity and absences of a member. */
export type WorkTime = {
  /** The member's id, or the team's id for the default. */
  id: string;
  /** Points per week. Null for the team's default or, in the team's own row, if it is not set. */
  capacity: number | null;
  /** By absence id. Always empty in the team's row. */
  absences: Readonly<Record<string, Absence>>;
};

export const WORK_TIME_LIMITS = {
  /** Points per week. */
  capacity: 999,
  /** Absences per member. */
  absences: 200,
  word: 80,
} as const;
