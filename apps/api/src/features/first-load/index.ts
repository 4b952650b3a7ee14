import type { App, Feature } from '#platform/feature.ts';
import { bindFirstLoad } from './first-load.routes.ts';

/** Data for the first screen of a browser without a local copy of the team, in a single response. */
export async function firstLoad(app: App): Promise<Feature> {
  return { name: 'first-load', bindings: bindFirstLoad(app) };
}
