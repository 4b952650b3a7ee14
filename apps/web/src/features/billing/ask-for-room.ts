import type { Subscription } from '@hearth/contracts/billing/billing';
import type { LimitedResource } from '@hearth/contracts/billing/plans';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import type { BlockedWish } from './blocked-act.ts';

interface RoomRequest {
  resource: LimitedResource;
  wish: BlockedWish;
}

/** For actions without a form that could show that the plan is full: a dialog shows it. */
export const roomAsked = createState<{ asked: RoomRequest | null }>({ asked: null });

function isFull(subscription: Subscription | null, resource: LimitedResource, adding: number): boolean {
  const max = subscription?.limits[resource] ?? null;
  return max !== null && (subscription?.usage[resource] ?? 0) + adding > max;
}

/** Whether the plan has no room for `adding` more; false if unknown. */
export function useIsPlanFull(resource: LimitedResource, adding = 1): boolean {
  return useSelected(auth, ({ subscription }) => isFull(subscription, resource, adding));
}

/** False if the plan has no room for one more; then opens a dialog and keeps the blocked action. */
export function hasRoomFor(resource: LimitedResource, wish: BlockedWish): boolean {
  if (!isFull(auth.get().subscription, resource, 1)) return true;
  roomAsked.set({ asked: { resource, wish } });
  return false;
}
