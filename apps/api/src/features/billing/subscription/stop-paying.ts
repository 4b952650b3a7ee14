import { isFinal } from '@hearth/contracts/billing/subscription-state';
import { z } from 'zod';
import type { Gateway } from '#features/billing/gateway/gateway.ts';
import { runCommand, type Command } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { applyEvent } from './settle.ts';
import { listSubscriptions, lockSubscription } from './subscriptions.queries.ts';

const stopJob = defineJob({
  kind: 'billing.stop',
  rule: { kind: 'system' },
  data: z.strictObject({ teamId: z.uuid() }),
  limitMs: 60_000,
  attempts: 15,
  retryMs: 30_000,
});

/** Enqueues the cancellation of a deleted team's subscriptions. */
export async function stopPayingAfter(command: Command): Promise<void> {
  await command.enqueue(stopJob, { data: { teamId: command.teamId } });
}

export function bindStopJob(app: App, gateway: Gateway | null): JobBinding {
  return bindJob(stopJob, async ({ data }) => {
    if (gateway !== null) await stopPaying(app, gateway, data.teamId);
  });
}

/** Cancels running subscriptions at the gateway: active ones at the end of the paid period, all others immediately. */
async function stopPaying(app: App, gateway: Gateway, teamId: string): Promise<void> {
  const on = { teamId, userId: null };
  const all = await readTeam(app.db, on, (tx) => listSubscriptions(tx));
  for (const subscription of all) {
    if (isFinal(subscription.state) || subscription.cancelsAtEnd) continue;
    await gateway.cancelSubscription(
      subscription.gatewayId,
      subscription.state === 'active' ? 'at end' : 'now',
    );
    await runCommand(app, { ...on, requestKey: null }, async (command) => {
      await applyEvent(app, command, await lockSubscription(command.tx, subscription.id), {
        kind: 'cancelAsked',
      });
    });
  }
}
