import type { App, Feature } from '#platform/feature.ts';
import { bindPublicLinks } from './public-links.routes.ts';
import { linkListener } from './public-links.service.ts';

export async function publicLinks(app: App): Promise<Feature> {
  app.events.onEach(linkListener);
  return { name: 'public-links', bindings: bindPublicLinks(app) };
}
