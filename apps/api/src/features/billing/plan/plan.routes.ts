import { billingRoutes } from '@hearth/contracts/billing/billing';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { getSubscription, overridePlan } from './plan.service.ts';

export function bindPlan(app: App): Binding[] {
  return [
    bind('billing.subscription', billingRoutes, async ({ caller }) => ({
      subscription: await getSubscription(app, caller.teamId, caller.actor.userId),
    })),
    bind('billing.developmentPlan', billingRoutes, async ({ params, body }) => ({
      subscription: await overridePlan(app, params.teamId, body.plan),
    })),
  ];
}
