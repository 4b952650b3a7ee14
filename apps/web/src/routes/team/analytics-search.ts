import type { AnalyticsChoice } from '#features/analytics/index.ts';

type AnalyticsSearch = Partial<AnalyticsChoice>;

const PERIODS = ['4w', '12w', 'custom'] as const;

/** Reads the analytics parameters from the URL. Dates are validated by their consumers. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { period, from, to, project, filter, report } = search;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    period: PERIODS.find((one) => one === period),
    from: text(from),
    to: text(to),
    project: typeof project === 'string' && /^[\w-]{1,64}$/.test(project) ? project : undefined,
    filter: text(filter),
    report: report === true || undefined,
  };
}
