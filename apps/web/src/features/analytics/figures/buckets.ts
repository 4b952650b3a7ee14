import type { Days } from '@hearth/contracts/analytics/period-values';
import { addDays, countDays } from '@hearth/contracts/core/days';

interface Counted {
  day: string;
  tasks: number;
}

interface Bucket extends Days {
  done: number;
  created: number;
}

/** Ranges longer than this many days are grouped by week. Above the second limit, they are grouped by four weeks. */
const DAILY = 35;
const WEEKLY = 400;

/** Returns the number of days per bucket for a range. */
export function widthOf({ from, to }: Days): 1 | 7 | 28 {
  const days = countDays(from, to) + 1;
  return days <= DAILY ? 1 : days <= WEEKLY ? 7 : 28;
}

/** Groups the days of a period into buckets. The last bucket is complete. The first bucket may be shorter. */
export function fillBuckets(days: Days, done: readonly Counted[], created: readonly Counted[]): Bucket[] {
  const width = widthOf(days);
  const buckets: Bucket[] = [];
  for (let { to } = days; to >= days.from; to = addDays(to, -width)) {
    const first = addDays(to, 1 - width);
    buckets.unshift({ from: first < days.from ? days.from : first, to, done: 0, created: 0 });
  }
  const at = (day: string): Bucket | undefined => {
    const back = Math.floor(countDays(day, days.to) / width);
    return buckets[buckets.length - 1 - back];
  };
  for (const { day, tasks } of done) {
    const bucket = at(day);
    if (bucket !== undefined) bucket.done += tasks;
  }
  for (const { day, tasks } of created) {
    const bucket = at(day);
    if (bucket !== undefined) bucket.created += tasks;
  }
  return buckets;
}

/** Picks evenly spaced days from a long series. Always includes the last day. More points would be indistinguishable. */
export function sampleDays<T>(days: readonly T[], most = 120): T[] {
  const every = Math.ceil(days.length / most);
  return days.filter((_, at) => (days.length - 1 - at) % Math.max(1, every) === 0);
}
