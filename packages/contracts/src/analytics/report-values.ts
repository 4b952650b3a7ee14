export const REPORT_LIMITS = { recipients: 50 } as const;

/** Schedule of the weekly report: weekday (1 = Monday) and hour, in the team's time zone. */
export interface ReportTime {
  weekday: number;
  hour: number;
}
