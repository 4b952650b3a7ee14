import { DAY_MS } from '@hearth/contracts/core/days';
import { LIMITS } from '@hearth/contracts/core/limits';

/** Returns the time before which deleted objects can no longer be restored. */
export function oldestRestorable(now: Date): Date {
  return new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
}

/** The deletion time of objects that were deleted permanently: before any time that can be restored, so the next purge deletes their rows. */
export const EXPIRED = new Date(0);
