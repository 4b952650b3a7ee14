/** When somebody is away: whole days, both of them too, where that person is. */
export type Absence = {
  from: string;
  to: string;
  /** What it is, as far as the person says so. */
  word: string;
};

/** How much work somebody takes on in a week, and when they are away. */
export type WorkTime = {
  /** The person's; the team's own for what counts for everybody who has said nothing else. */
  id: string;
  /** Points a week; null = as the team has it, and in the team's own row: nobody has said. */
  capacity: number | null;
  /** By ids of their own; always none in the team's own row. */
  absences: Readonly<Record<string, Absence>>;
};

export const WORK_TIME_LIMITS = {
  /** Points a week. */
  capacity: 999,
  /** Of one person. */
  absences: 200,
  word: 80,
} as const;
