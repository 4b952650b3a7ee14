import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { PastChange } from '@hearth/contracts/tasks/tasks';

/** Replaces the new triage value (null) if a task was declined instead of accepted. */
export const DECLINED = 'declined';

/**
 * Merges the triage change and the cancellation of one command into one “declined” change.
 * @param changes newest first
 */
export function markDeclined<C extends PastChange>(
  changes: readonly C[],
  statuses: readonly { id: string; category: StatusCategory }[],
): (C & { oldStatusId?: string })[] {
  const cancelled = new Set(statuses.filter(({ category }) => category === 'cancelled').map(({ id }) => id));
  const actOf = ({ id }: PastChange): string => id.slice(0, id.indexOf('.'));
  const isCancelling = ({ field, new: now }: PastChange): boolean =>
    field === 'statusId' && typeof now === 'string' && cancelled.has(now);
  const left = new Set(
    changes.filter(({ field, new: now }) => field === 'triage' && now === null).map(actOf),
  );
  const declined = new Map(
    changes
      .filter((one) => isCancelling(one) && left.has(actOf(one)))
      .map((one) => [actOf(one), String(one.old)]),
  );
  return changes
    .filter((one) => !(isCancelling(one) && declined.has(actOf(one))))
    .map((one) => {
      const oldStatusId = declined.get(actOf(one));
      const isDeclining = one.field === 'triage' && oldStatusId !== undefined;
      return isDeclining ? { ...one, new: DECLINED, oldStatusId } : one;
    });
}
