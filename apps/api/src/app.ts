import type { FastifyInstance } from 'fastify';
import { ROUTES } from '@hearth/contracts/routes';
import { auth } from '#features/auth/index.ts';
import { billing } from '#features/billing/index.ts';
import { invites } from '#features/invites/index.ts';
import { loadActor, members } from '#features/members/index.ts';
import { projects } from '#features/projects/index.ts';
import { tasks } from '#features/tasks/index.ts';
import { teams } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { mountOperations } from '#platform/http/operations.ts';
import { registerBindings } from '#platform/http/register.ts';
import { createServer } from '#platform/http/server.ts';
import { createSync } from '#platform/sync/index.ts';

/** The product, as a list. A feature imports only features to its left. */
const FEATURES = [auth, billing, teams, members, invites, projects, tasks];

/** Puts the server together; it does not listen yet. @throws Error when a route of the contract is not bound. */
export async function createApp(app: App): Promise<FastifyInstance> {
  const features: Feature[] = [];
  for (const create of FEATURES) features.push(await create(app));
  const authFeature = features[0] as Awaited<ReturnType<typeof auth>>;
  const sync = createSync(app, { authenticate: authFeature.authenticate, loadActor });
  const bindings = [...features.flatMap((feature) => feature.bindings), ...sync.bindings];
  const missing = ROUTES.filter((route) => !bindings.some((binding) => binding.route.id === route.id));
  if (missing.length > 0) throw new Error(`No code for ${missing.map((route) => route.id).join(', ')}`);

  const server = await createServer(app);
  const port = { authenticate: authFeature.authenticate, loadActor };
  const objects = Object.assign({}, ...features.map((feature) => feature.objects ?? {}));
  registerBindings(app, server, bindings, { port, objects });
  mountOperations(app, server);
  for (const feature of features) await feature.mount?.(server);
  sync.mount(server);
  server.addHook('onClose', async () => {
    await sync.close();
    for (const feature of features) await feature.close?.();
  });
  return server;
}
