import { onProject } from '#features/projects/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { bindPublicLinks } from './public-links.routes.ts';
import { linkListener } from './public-links.service.ts';

export async function publicLinks(app: App): Promise<Feature> {
  onProject(app, linkListener);
  return { name: 'public-links', bindings: bindPublicLinks(app) };
}
