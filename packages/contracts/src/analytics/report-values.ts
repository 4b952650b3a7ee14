export const REPORT_LIMITS = { recipients: 50 } as const;

/** Weekly, on this weekday at this hour in the team's time zone. Monday is 1. */
export interface ReportTime {
  weekday: number;
  hour: number;
}
