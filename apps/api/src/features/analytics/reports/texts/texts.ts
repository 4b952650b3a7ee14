/** Localized strings of a report. Numbers and times passed to them are already formatted. */
export interface ReportTexts {
  title: (period: string) => string;
  /** Title of the parent document of saved reports. */
  folder: string;
  subject: (team: string, period: string) => string;
  finished: (tasks: string) => string;
  /** Comparison with the previous week, appended after a comma. */
  more: (by: string) => string;
  fewer: (by: string) => string;
  asMany: string;
  cycleTime: (time: string) => string;
  longer: (by: string) => string;
  faster: (by: string) => string;
  asLong: string;
  inDanger: (tasks: string, all: string) => string;
  asYoung: (all: string) => string;
  datesMet: (onTime: string, all: string, percent: string) => string;
  better: (points: string) => string;
  worse: (points: string) => string;
  reopened: (tasks: string, all: string, percent: string) => string;
  noneReopened: string;
  nothing: string;
  comma: string;
  figures: {
    figure: string;
    before: string;
    finished: string;
    created: string;
    cycle: string;
    lead: string;
    dates: string;
    late: string;
    reopened: string;
  };
  withoutPrivate: string;
  button: string;
  why: (team: string) => string;
}
