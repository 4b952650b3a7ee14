import type { App, Feature } from '#platform/feature.ts';
import { bindFirstLoad } from './first-load.routes.ts';

/** What a browser without a copy of the team needs for its first screen, in one answer. */
export async function firstLoad(app: App): Promise<Feature> {
  return { name: 'first-load', bindings: bindFirstLoad(app) };
}
