import { flushAll, listFilesOfPage, reloadSafely } from './reload.ts';
import { createState } from '#platform/client-state/state.ts';

const HOUR_MS = 3_600_000;
// Minimum interval, in ms, between checks for a new release that are triggered by showing the tab.
const CHECK_PAUSE_MS = 60_000;
const TAKE_OVER_LIMIT_MS = 3_000;
const NAVIGATION_LIMIT_MS = 5_000;

/** Whether a newer release than the one in this tab is ready on this device. */
export const newVersion = createState({ isReady: false });

let registered: ServiceWorkerRegistration | undefined;

/** Starts polling for releases each hour and whenever the tab is shown. Never replaces the release while the page is in use. */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  registered = registration;
  const files = listFilesOfPage();
  let lookedAt = Date.now();

  const compare = async (worker: ServiceWorker | null): Promise<void> => {
    if (worker === null) return;
    if (!(await areFilesOf(worker, files))) newVersion.set({ isReady: true });
    // The page was loaded from the server and already belongs to this release, so its worker can safely take over.
    else if (worker === registration.waiting) worker.postMessage({ type: 'take over' });
  };
  const look = (): void => {
    if (Date.now() - lookedAt < CHECK_PAUSE_MS) return;
    lookedAt = Date.now();
    // Offline: the next check retries.
    registration.update().catch(() => undefined);
  };

  void compare(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active !== null) void compare(worker);
    });
  });
  // Another tab may have activated a new release.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    void compare(navigator.serviceWorker.controller);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, HOUR_MS);
}

/** Switches to the release that is ready. */
export async function loadNewVersion(): Promise<void> {
  // Flush before the worker takes over: a request in flight keeps the old worker active.
  await flushAll();
  if (registered?.waiting) await waitForControl(registered.waiting);
  await reloadSafely();
  // A navigation that reaches a service worker while it is being replaced never gets a response. Reload after a timeout.
  setTimeout(() => location.reload(), NAVIGATION_LIMIT_MS);
}

/**
 * Resolves once the worker controls the page, or after a timeout. Even after a timeout the reload gets the new release because the page is
 * fetched from the server first.
 */
function waitForControl(worker: ServiceWorker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, TAKE_OVER_LIMIT_MS);
  const finish = (): void => resolve();
  navigator.serviceWorker.addEventListener('controllerchange', finish);
  worker.postMessage({ type: 'take over' });
  return promise.finally(() => {
    clearTimeout(limit);
    navigator.serviceWorker.removeEventListener('controllerchange', finish);
  });
}

function areFilesOf(worker: ServiceWorker, files: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => {
      port1.close();
      resolve(data === true);
    });
    port1.start();
    worker.postMessage({ type: 'are these yours?', files }, [port2]);
  });
}
