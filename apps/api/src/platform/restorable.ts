import { LIMITS } from '@hearth/contracts/core/limits';

const DAY_MS = 86_400_000;

/** Work deleted before this moment is gone for people. */
export function oldestRestorable(now: Date): Date {
  return new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
}
