import type { Metric } from '@hearth/contracts/analytics/analytics-values';
import { createContext, use } from 'react';
import type { Days } from '@hearth/contracts/analytics/period-values';

/** A number whose tasks are shown: what it counts, and when. */
export interface Behind {
  title: string;
  metric: Metric;
  days: Days;
  /** Of a cycle, a burndown or a person's plan, which no filter narrows. */
  isWhole?: true;
  cycleId?: string;
  statusId?: string;
  userId?: string;
}

const BehindContext = createContext<(behind: Behind) => void>(() => undefined);
export const BehindProvider = BehindContext.Provider;

/** Shows the tasks behind a number. */
export function useBehind(): (behind: Behind) => void {
  return use(BehindContext);
}
