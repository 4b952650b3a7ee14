import { clockRoutes } from '@hearth/contracts/core/product-clock';
import { withSystem } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { wakeJobs } from '#platform/jobs/index.ts';
import { addAhead, readAhead, setFirstMoment } from './product-clock.queries.ts';

/**
 * Applies the clock offset stored in the database and follows its changes. If HEARTH_CLOCK is given and was never applied to this database,
 * sets the offset first.
 * @returns a function to stop following changes
 */
export async function startProductClock(app: App, firstMoment: Date | null): Promise<() => void> {
  if (firstMoment !== null) await withSystem(app.db, (tx) => setFirstMoment(tx, firstMoment));
  await follow(app);
  return app.fanout.subscribe((notice) => {
    if (notice.kind !== 'clock' && notice.kind !== 'gap') return;
    follow(app).catch((error: unknown) => app.log.error({ err: error }, 'failed to read the product clock'));
  });
}

async function follow(app: App): Promise<void> {
  const ahead = await withSystem(app.db, (tx) => readAhead(tx), { isReadOnly: true });
  if (ahead === app.clock.aheadMs) return;
  app.clock.setAhead(ahead);
  wakeJobs(app);
}

export function bindProductClock(app: App): Binding {
  return bind('clock.advance', clockRoutes, async ({ body }) => {
    const ahead = await withSystem(app.db, (tx) => addAhead(tx, Math.round(body.advanceSeconds * 1000)));
    app.clock.setAhead(ahead);
    app.fanout.publish({ kind: 'clock' });
    await app.events.emit('clock.moved', app.clock.now());
    wakeJobs(app);
    return { now: app.clock.now().toISOString() };
  });
}
