import { addDays, countDays, isCalendarDay } from '@hearth/contracts/core/days';
import { ANALYTICS_LIMITS } from '@hearth/contracts/analytics/analytics-values';
import type { Days } from '@hearth/contracts/analytics/period-values';

export type PeriodKind = '4w' | '12w' | 'custom';

/** The scope of the figures: which tasks, and which period. */
export interface Scope extends Days {
  teamId: string;
  projectId: string | undefined;
  /** Filter in the syntax of a task view's URL. Undefined for all tasks. */
  filter: string | undefined;
}

const WEEKS = { '4w': 4, '12w': 12 } as const;

/** Resolves a period to its first and last day. The presets end today. An invalid custom period falls back to 12 weeks. */
export function resolvePeriod(kind: PeriodKind, today: string, from?: string, to?: string): Days {
  if (kind === 'custom' && from !== undefined && to !== undefined && isRange(from, to)) return { from, to };
  const weeks = kind === '4w' ? WEEKS['4w'] : WEEKS['12w'];
  return { from: addDays(today, 1 - weeks * 7), to: today };
}

/** Changes one bound of a period. The other follows if the period would become empty or too long. A cleared bound keeps its day. */
export function moveBound({ from, to }: Days, part: { from: string | null } | { to: string | null }): Days {
  const longest = ANALYTICS_LIMITS.days - 1;
  if ('from' in part) {
    if (part.from === null) return { from, to };
    const last = addDays(part.from, longest);
    return { from: part.from, to: to < part.from ? part.from : to > last ? last : to };
  }
  if (part.to === null) return { from, to };
  const first = addDays(part.to, -longest);
  return { from: from > part.to ? part.to : from < first ? first : from, to: part.to };
}

function isRange(from: string, to: string): boolean {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return false;
  const days = countDays(from, to) + 1;
  return days >= 1 && days <= ANALYTICS_LIMITS.days;
}
