/** How far back what changed is told. */
const PERIODS = ['visit', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export interface ChangesSearch {
  period?: Period | undefined;
  project?: string | undefined;
  by?: 'everybody' | undefined;
}

/** What the address says of it; what is no period is the last visit. */
export function readChangesSearch(search: Record<string, unknown>): ChangesSearch {
  const { period, project, by } = search;
  return {
    period: PERIODS.find((one) => one === period),
    project: typeof project === 'string' && /^[\da-f-]{36}$/.test(project) ? project : undefined,
    by: by === 'everybody' ? by : undefined,
  };
}
