import type { Subscription } from '@hearth/contracts/billing';
import { call } from './api-client.ts';
import { auth } from './session.ts';
import { getCurrentTeam } from './teams.ts';

let reading: Promise<void> | undefined;

/**
 * Reads the current team's plan again, once at a time. What is shown changes only if the answer differs; without an
 * answer it stays as it is.
 */
export function refreshSubscription(): Promise<void> {
  reading ??= readAgain().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readAgain(): Promise<void> {
  const teamId = getCurrentTeam()?._id;
  if (teamId === undefined) return;
  try {
    const { subscription } = await call('GET /subscriptions/team/', { query: { teamId } });
    if (getCurrentTeam()?._id === teamId && !isSame(subscription, auth.get().subscription)) {
      auth.set({ subscription });
    }
  } catch {
    // Nobody asked for it: the next focus or refusal tries again.
  }
}

function isSame(a: Subscription, b: Subscription | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
