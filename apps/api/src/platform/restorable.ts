import { DAY_MS } from '@hearth/contracts/core/days';
import { LIMITS } from '@hearth/contracts/core/limits';

/** Returns the time before which deleted objects can no longer be restored. */
export function oldestRestorable(now: Date): Date {
  return new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
}
