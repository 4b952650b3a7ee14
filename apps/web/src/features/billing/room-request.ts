import type { Subscription } from '@hearth/contracts/billing/billing';
import type { LimitedResource } from '@hearth/contracts/billing/plans';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import type { BlockedRequest } from './blocked-act.ts';

interface RoomRequest {
  resource: LimitedResource;
  blocked: BlockedRequest;
}

/** Request for the dialog that reports a full plan. Used by actions without a form that could report it. */
export const roomRequest = createState<{ pending: RoomRequest | null }>({ pending: null });

function isFull(subscription: Subscription | null, resource: LimitedResource, adding: number): boolean {
  const max = subscription?.limits[resource] ?? null;
  return max !== null && (subscription?.usage[resource] ?? 0) + adding > max;
}

/** Whether `adding` more items would exceed the plan's limit. False if unknown. */
export function useIsPlanFull(resource: LimitedResource, adding = 1): boolean {
  return useSelected(auth, ({ subscription }) => isFull(subscription, resource, adding));
}

/** Whether the plan's limit allows one more item. If not, opens a dialog and keeps the blocked action. */
export function hasRoomFor(resource: LimitedResource, blocked: BlockedRequest): boolean {
  if (!isFull(auth.get().subscription, resource, 1)) return true;
  roomRequest.set({ pending: { resource, blocked } });
  return false;
}
