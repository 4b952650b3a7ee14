import type { Subscription } from '@hearth/contracts/billing/billing';
import { isSame } from '@hearth/contracts/core/same';
import { call } from '#platform/api/api-client.ts';
import { isPaid } from './plan.ts';
import { auth } from './session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { getCurrentTeam } from './teams.ts';

/** Whether the current team's plan is known and is not the free one. */
export function useHasPaidPlan(): boolean {
  return useSelected(auth, (state) => isPaid(state.subscription?.plan));
}

/** What the server said of a team's plan, in answer to something else. */
export function acceptSubscription(teamId: string, subscription: Subscription): void {
  if (getCurrentTeam()?._id === teamId && !isSame(subscription, auth.get().subscription))
    auth.set({ subscription });
}

let reading: Promise<void> | undefined;
let isAskedAgain = false;

/**
 * Refetches the current team's plan, one request at a time: who asks meanwhile may know of a newer change, so
 * that it is fetched once more. What is shown changes only if the answer differs; without an answer it stays
 * as it is.
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
    // Nobody asked for it: the next focus or refusal tries again.
  }
}
