import type { FastifyInstance } from 'fastify';
import { analytics } from '#features/analytics/index.ts';
import { assistant } from '#features/assistant/index.ts';
import { attachments } from '#features/attachments/index.ts';
import { audit } from '#features/audit/index.ts';
import { auth } from '#features/auth/index.ts';
import { documents } from '#features/documents/index.ts';
import { files } from '#features/files/index.ts';
import { billing } from '#features/billing/index.ts';
import { contact } from '#features/contact/index.ts';
import { firstLoad } from '#features/first-load/index.ts';
import { invites } from '#features/invites/index.ts';
import { members } from '#features/members/index.ts';
import { projects } from '#features/projects/index.ts';
import { favourites } from '#features/favourites/index.ts';
import { publicLinks } from '#features/public-links/index.ts';
import { search } from '#features/search/index.ts';
import { tasks } from '#features/tasks/index.ts';
import { tokens } from '#features/tokens/index.ts';
import { teams } from '#features/teams/index.ts';
import { transfer } from '#features/transfer/index.ts';
import { views } from '#features/views/index.ts';
import type { AccessPort, App, Feature } from '#platform/feature.ts';
import { mountOperations } from '#platform/http/operations.ts';
import { RecentActors } from '#platform/http/recent-actors.ts';
import { registerBindings } from '#platform/http/register.ts';
import { createServer } from '#platform/http/server.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { bindOutbox } from '#platform/mail/index.ts';
import { bindProductClock, startProductClock } from '#platform/product-clock/index.ts';
import { endsWithin, SHUTDOWN } from '#platform/shutdown.ts';
import { createSync } from '#platform/sync/index.ts';

/** All features in dependency order: a feature imports only features listed before it. */
const FEATURES: readonly ((app: App) => Promise<Feature>)[] = [
  auth,
  files,
  billing,
  teams,
  members,
  audit,
  tokens,
  invites,
  favourites,
  projects,
  publicLinks,
  views,
  attachments,
  tasks,
  documents,
  search,
  analytics,
  assistant,
  transfer,
  contact,
  firstLoad,
];

/**
 * Assembles the server without listening.
 * @param more features appended to the list, for tests
 */
export async function createApp(app: App, more: typeof FEATURES = []): Promise<FastifyInstance> {
  const stopClock = await startProductClock(app, app.config.clockStart);
  const features: Feature[] = [];
  for (const create of [...FEATURES, ...more]) features.push(await create(app));
  const port = Object.assign({}, ...features.map((feature) => feature.access ?? {})) as AccessPort;
  const objects = Object.assign({}, ...features.map((feature) => feature.objects ?? {}));
  const exists = Object.assign({}, ...features.map((feature) => feature.exists ?? {}));

  const sync = createSync(
    app,
    port,
    features.flatMap((feature) => feature.snapshot ?? []),
  );

  const jobs = createJobs(
    app,
    port,
    features.flatMap((feature) => feature.jobs ?? []),
  );

  const server = await createServer(app);
  registerBindings(
    app,
    server,
    [
      ...features.flatMap((feature) => feature.bindings),
      ...sync.bindings,
      bindOutbox(app),
      bindProductClock(app),
    ],
    {
      port,
      objects,
      exists,
      recent: new RecentActors(),
      findRecentTask:
        features.find(({ recentTask }) => recentTask !== undefined)?.recentTask ?? (() => undefined),
    },
  );
  mountOperations(app, server);
  for (const feature of features) await feature.mount?.(server);
  sync.mount(server);
  // Before the server stops listening, because it waits indefinitely for open sockets. Hooks run one after the other, so there is only one.
  server.addHook('preClose', async () => {
    await Promise.all([sync.close(), jobs.stop(), ...features.map((feature) => feature.disconnect?.())]);
  });
  server.addHook('onReady', () => jobs.start());
  server.addHook('onClose', async () => {
    stopClock();
    const closings = features.map(async (feature) => await feature.close?.());
    await endsWithin(Promise.all(closings), SHUTDOWN.features);
  });
  return server;
}
