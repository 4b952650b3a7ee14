import type { Subscription } from '@hearth/contracts/billing/billing';
import { isSame } from '@hearth/contracts/core/same';
import { call } from '#platform/api/api-client.ts';
import { isPaid } from './plan.ts';
import { auth } from './session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { getCurrentTeam } from './teams.ts';

/** Whether the current team's plan is loaded and paid. */
export function useHasPaidPlan(): boolean {
  return useSelected(auth, (state) => isPaid(state.subscription?.plan));
}

/** Applies a plan from another server response if it belongs to the current team. */
export function acceptSubscription(teamId: string, subscription: Subscription): void {
  if (getCurrentTeam()?._id === teamId && !isSame(subscription, auth.get().subscription))
    auth.set({ subscription });
}

let reading: Promise<void> | undefined;
let isReadRequested = false;

/**
 * Refetches the current team's plan, one request at a time. A call during a request may follow a newer change and triggers another fetch.
 * State changes only if the response differs. If the fetch fails, the state is kept.
 */
export function refreshSubscription(): Promise<void> {
  if (reading) isReadRequested = true;
  else reading = readUntilSettled();
  return reading;
}

async function readUntilSettled(): Promise<void> {
  do {
    isReadRequested = false;
    await readAgain();
  } while (isReadRequested);
  reading = undefined;
}

async function readAgain(): Promise<void> {
  const teamId = getCurrentTeam()?._id;
  if (teamId === undefined) return;
  try {
    const { subscription } = await call('GET /subscriptions/team/', { query: { teamId } });
    acceptSubscription(teamId, subscription);
  } catch {
    // Background refresh: the next focus or rejected change retries it.
  }
}
