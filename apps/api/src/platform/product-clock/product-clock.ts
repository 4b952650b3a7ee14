import { clockRoutes } from '@hearth/contracts/core/product-clock';
import { withSystem } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { wakeJobs } from '#platform/jobs/index.ts';
import { addAhead, readAhead, setFirstMoment } from './product-clock.queries.ts';

/** Whoever must be told when the clock jumps, before the one who moved it is answered. */
type Listener = (now: Date) => Promise<void>;
const listenersOf = new WeakMap<App, Listener[]>();

/** On the node where the clock is moved alone: what is told to others outside the product. */
export function onClockMoved(app: App, listener: Listener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

/**
 * Takes over the offset that the database keeps, first setting it where HEARTH_CLOCK says so, and follows it from then on.
 * @returns how to stop following
 */
export async function startProductClock(app: App, firstMoment: Date | null): Promise<() => void> {
  if (firstMoment !== null) await withSystem(app.db, (tx) => setFirstMoment(tx, firstMoment));
  await follow(app);
  return app.fanout.subscribe((notice) => {
    if (notice.kind !== 'clock' && notice.kind !== 'gap') return;
    follow(app).catch((error: unknown) => app.log.error({ err: error }, 'the clock could not be read'));
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
    for (const tell of listenersOf.get(app) ?? []) await tell(app.clock.now());
    wakeJobs(app);
    return { now: app.clock.now().toISOString() };
  });
}
