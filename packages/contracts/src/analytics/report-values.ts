export const REPORT_LIMITS = { recipients: 50 } as const;

/** Every seventh day at this hour of the team's time zone. Monday is 1. */
export interface ReportTime {
  weekday: number;
  hour: number;
}
