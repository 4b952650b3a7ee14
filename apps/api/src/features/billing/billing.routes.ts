import { billingRoutes } from '@hearth/contracts/billing/billing';
import { provenanceOf } from '#platform/audit/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { getSubscription, setPlan } from './billing.service.ts';

export function bindBilling(app: App): Binding[] {
  return [
    bind('billing.subscription', billingRoutes, async ({ caller }) => ({
      subscription: await getSubscription(app, caller.teamId, caller.actor.userId),
    })),
    bind('billing.developmentPlan', billingRoutes, async ({ params, body, request }) => ({
      subscription: await setPlan(app, params.teamId, body.plan, provenanceOf(request)),
    })),
  ];
}
