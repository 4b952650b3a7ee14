import type { App, Feature } from '#platform/feature.ts';
import { bindContact } from './contact.routes.ts';

/** How people who are not signed in reach those who run the installation. */
export async function contact(app: App): Promise<Feature> {
  return { name: 'contact', bindings: bindContact(app) };
}
