import { t } from '@lingui/core/macro';
import { formatAgo } from '#ui/format/formats.ts';

const HOUR_MS = 3_600_000;
/** Units with the limit up to which each unit is used. */
const UNITS = [
  { unit: 'hour', ms: HOUR_MS, below: 24 * HOUR_MS },
  { unit: 'day', ms: 24 * HOUR_MS, below: 7 * 24 * HOUR_MS },
  { unit: 'week', ms: 7 * 24 * HOUR_MS, below: 35 * 24 * HOUR_MS },
  { unit: 'month', ms: 30.44 * 24 * HOUR_MS, below: 365 * 24 * HOUR_MS },
  { unit: 'year', ms: 365.25 * 24 * HOUR_MS, below: Infinity },
] as const;

/** Formats a time as '2 hours ago' or '3 weeks ago'. The server stores the time to the hour, so nothing finer is shown. */
export function describeLastActive(lastActiveAt: string | null, now: number): string {
  if (lastActiveAt === null) return t`Not yet`;
  const age = now - Date.parse(lastActiveAt);
  if (age < HOUR_MS) return t`In the last hour`;
  const { unit, ms } = UNITS.find(({ below }) => age < below) ?? UNITS[4];
  return formatAgo(Math.max(1, Math.floor(age / ms)), unit);
}
