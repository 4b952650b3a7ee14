import type { App, Feature } from '#platform/feature.ts';
import { bindContact } from './contact.routes.ts';

/** Contact form for visitors who are not signed in. Messages are sent to the operators. */
export async function contact(app: App): Promise<Feature> {
  return { name: 'contact', bindings: bindContact(app) };
}
