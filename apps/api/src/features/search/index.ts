import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { Follower } from './follower.ts';
import { createSearchPart } from './search-account.ts';
import { bindSearch } from './search.routes.ts';
import { Stems } from './stems.ts';

const followers = new WeakMap<App, Follower>();

/** Resolves when all previous changes have been indexed. For tests and tools. */
export async function settleSearch(app: App): Promise<void> {
  await followers.get(app)?.settle();
}

/** Full-text search for tasks, documents, projects, comments and members. The index is updated from the teams' logs. */
export async function search(app: App): Promise<Feature> {
  const stems = new Stems();
  const follower = new Follower(app, stems);
  followers.set(app, follower);
  addAccountPart(app, createSearchPart(app));
  return {
    name: 'search',
    bindings: bindSearch(app, stems),
    async mount() {
      follower.start();
    },
    close: () => follower.close(),
  };
}
