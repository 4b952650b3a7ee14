/** Periods of the list of changes. */
const PERIODS = ['visit', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export interface ChangesSearch {
  period?: Period | undefined;
  project?: string | undefined;
  by?: 'everybody' | undefined;
}

/** Reads the parameters from the URL. Invalid parameters are ignored. Without a period, the screen starts at the last visit. */
export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  const { period, project, by } = search;
  return {
    period: PERIODS.find((one) => one === period),
    project: typeof project === 'string' && /^[\da-f-]{36}$/.test(project) ? project : undefined,
    by: by === 'everybody' ? by : undefined,
  };
}
