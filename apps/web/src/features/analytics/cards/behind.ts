import type { Metric } from '@hearth/contracts/analytics/analytics-values';
import { createContext, use } from 'react';
import type { Days } from '@hearth/contracts/analytics/period-values';

/** A figure to drill down into: its metric and days, and the cycle, status or member it is limited to. */
export interface Behind {
  title: string;
  metric: Metric;
  days: Days;
  /** Set for a cycle, a burndown or a member's plan. The filter does not apply to them. */
  isWhole?: true;
  cycleId?: string;
  statusId?: string;
  userId?: string;
}

const BehindContext = createContext<(behind: Behind) => void>(() => undefined);
export const BehindProvider = BehindContext.Provider;

/** Returns a function that opens the list of tasks behind a figure. */
export function useBehind(): (behind: Behind) => void {
  return use(BehindContext);
}
