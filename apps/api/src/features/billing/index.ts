import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { createGateway, createSandboxClock } from './gateway/create-gateway.ts';
import { bindInvoiceJobs } from './invoices/invoices.jobs.ts';
import { findInvoice } from './invoices/invoices.queries.ts';
import { bindInvoices } from './invoices/invoices.routes.ts';
import { bindAskOwner, bindAskOwnerMail } from './mails/ask-owner.ts';
import { bindNoticeJobs } from './mails/notices.jobs.ts';
import { bindPlan } from './plan/plan.routes.ts';
import { bindEventJob } from './subscription/events.ts';
import { bindReconcileJob } from './subscription/reconcile.ts';
import { bindRefundJob } from './subscription/refund.ts';
import { bindStopJob } from './subscription/stop-paying.ts';
import { bindSubscription } from './subscription/subscription.routes.ts';
import { createSupportPart } from './support/support-account.ts';
import { bindSupportMail } from './support/support.jobs.ts';
import { bindSupport } from './support/support.routes.ts';

export { listInvoiceFiles } from './invoices/invoices.queries.ts';
export { lockUsage, mayTakeSeat, takesSeat, writesByGrant } from './plan/plan.queries.ts';
export { stopPayingAfter } from './subscription/stop-paying.ts';
export { closeSupportRequest, listSupportQueue } from './support/support-queue.ts';
export { findPlanInForce, findSubscription, openUsage } from './plan/plan.service.ts';

export async function billing(app: App): Promise<Feature> {
  const gateway = createGateway(app.config, app.clock);
  followClock(app);
  addAccountPart(app, createSupportPart(app));
  return {
    name: 'billing',
    bindings: [
      ...bindPlan(app),
      ...bindSubscription(app, gateway),
      ...bindInvoices(app),
      bindAskOwner(app),
      bindSupport(app),
    ],
    jobs: [
      bindStopJob(app, gateway),
      ...bindInvoiceJobs(app),
      ...bindNoticeJobs(app),
      bindAskOwnerMail(app),
      bindSupportMail(app),
      ...(gateway === null
        ? []
        : [bindEventJob(app, gateway), bindRefundJob(app, gateway), bindReconcileJob(app, gateway)]),
    ],
    exists: { invoice: async (tx, id) => (await findInvoice(tx, id)) !== null },
  };
}

/**
 * Keeps the sandbox's clock in sync with the product's clock. If the sandbox is not running, as in unrelated tests, the error is only
 * logged.
 */
function followClock(app: App): void {
  const moveSandbox = createSandboxClock(app.config);
  if (moveSandbox === null) return;
  app.events.on('clock.moved', (now) =>
    moveSandbox(now).catch((error: unknown) =>
      app.log.warn({ err: error }, 'failed to set the sandbox clock'),
    ),
  );
}
