import type { Subscription } from '@hearth/contracts/billing/billing';
import { isSame } from '@hearth/contracts/core/same';
import { call } from '#platform/api/api-client.ts';
import { isPaid } from './plan.ts';
import { auth } from './session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { getCurrentTeam } from './teams.ts';

/** Whether the current team's plan is loaded and is not the free one. */
export function useHasPaidPlan(): boolean {
  return useSelected(auth, (state) => isPaid(state.subscription?.plan));
}

/** Applies a team's plan from another response of the server. */
export function acceptSubscription(teamId: string, subscription: Subscription): void {
  if (getCurrentTeam()?._id === teamId && !isSame(subscription, auth.get().subscription))
    auth.set({ subscription });
}

let reading: Promise<void> | undefined;
let isAskedAgain = false;

/**
 * Refetches the current team's plan, one request at a time: a call during a request may follow a newer change, so the plan is fetched
 * again. State changes only if the response differs; without a response it is kept.
 */
export function refreshSubscription(): Promise<void> {
  if (reading) isAskedAgain = true;
  else reading = readUntilNobodyAsks();
  return reading;
}

async function readUntilNobodyAsks(): Promise<void> {
  do {
    isAskedAgain = false;
    await readAgain();
  } while (isAskedAgain);
  reading = undefined;
}

async function readAgain(): Promise<void> {
  const teamId = getCurrentTeam()?._id;
  if (teamId === undefined) return;
  try {
    const { subscription } = await call('GET /subscriptions/team/', { query: { teamId } });
    acceptSubscription(teamId, subscription);
  } catch {
    // A background refresh: the next focus or refusal retries.
  }
}
