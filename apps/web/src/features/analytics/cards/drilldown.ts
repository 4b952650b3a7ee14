import type { Metric } from '@hearth/contracts/analytics/analytics-values';
import { createContext, use } from 'react';
import type { Days } from '@hearth/contracts/analytics/period-values';

/** A figure to drill down into: its metric and days, and the cycle, status or member it is limited to. */
export interface Drilldown {
  title: string;
  metric: Metric;
  days: Days;
  /** Set for a cycle, a burndown or a member's plan. The filter does not apply to them. */
  isWhole?: true;
  cycleId?: string;
  statusId?: string;
  userId?: string;
}

const DrilldownContext = createContext<(drilldown: Drilldown) => void>(() => undefined);
export const DrilldownProvider = DrilldownContext.Provider;

/** Returns a function that opens the list of tasks behind a figure. */
export function useDrilldown(): (drilldown: Drilldown) => void {
  return use(DrilldownContext);
}
