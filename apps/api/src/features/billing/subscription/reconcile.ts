import { DAY_MS } from '@hearth/contracts/core/days';
import { z } from 'zod';
import { GatewayError, type Gateway } from '#features/billing/gateway/gateway.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { readGateway } from './read-gateway.ts';
import { listOpenSubscriptions } from './subscriptions.queries.ts';

const AT_ONCE = 100;
/** Ended subscriptions are polled for this time after their end because a last charge or refund may still arrive. */
const WATCHED_AFTER_END_MS = 8 * DAY_MS;

/** Polls the gateway four times a day because the gateway disables its webhooks after a day of failures. */
const reconcileJob = defineJob({
  kind: 'billing.reconcile',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 15 * 60_000,
  attempts: 3,
  retryMs: 60_000,
  everyMs: DAY_MS / 4,
});

export function bindReconcileJob(app: App, gateway: Gateway): JobBinding {
  return bindJob(reconcileJob, async ({ signal }) => reconcile(app, gateway, signal));
}

/**
 * Applies the gateway's state to all open and recently ended subscriptions, including payments that were never reported by a webhook.
 */
async function reconcile(app: App, gateway: Gateway, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const endedAfter = new Date(app.clock.now().getTime() - WATCHED_AFTER_END_MS);
    const page = await withSystem(
      app.db,
      (tx) => listOpenSubscriptions(tx, { after, endedAfter, limit: AT_ONCE }),
      {
        isReadOnly: true,
      },
    );
    for (const subscription of page) {
      signal.throwIfAborted();
      await readGateway(app, gateway, subscription, { wants: 'all' }).catch((error: unknown) => {
        if (!(error instanceof GatewayError)) throw error;
        app.log.error({ err: error, subscription: subscription.id }, 'failed to reconcile a subscription');
      });
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < AT_ONCE) return;
  }
}
