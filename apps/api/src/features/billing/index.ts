import type { App, Feature } from '#platform/feature.ts';
import { bindBilling } from './billing.routes.ts';

export { findBilling, writesByGrant } from './billing.queries.ts';
export { findSubscription, isEntitledToPro, openUsage } from './billing.service.ts';

export async function billing(app: App): Promise<Feature> {
  return { name: 'billing', bindings: bindBilling(app) };
}
