import { listFilesOfPage, reloadSafely } from './reload.ts';
import { createState } from '#platform/client-state/state.ts';

const HOUR_MS = 3_600_000;
// Throttle: coming back to the tab asks for a new release, but not every few seconds.
const LOOK_PAUSE_MS = 60_000;
const TAKE_OVER_LIMIT_MS = 3_000;

/** Whether a newer release than the one in this tab lies ready on this device. */
export const newVersion = createState({ isReady: false });

let registered: ServiceWorkerRegistration | undefined;

/**
 * Polls for releases from now on: each hour and whenever the tab is shown. Nothing is replaced under a
 * person's hands.
 */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  registered = registration;
  const files = listFilesOfPage();
  let lookedAt = Date.now();

  const compare = async (worker: ServiceWorker | null): Promise<void> => {
    if (worker === null) return;
    if (!(await areFilesOf(worker, files))) newVersion.set({ isReady: true });
    // The page came fresh from the server and is of this release already: nothing is lost if its worker takes over.
    else if (worker === registration.waiting) worker.postMessage({ type: 'take over' });
  };
  const look = (): void => {
    if (Date.now() - lookedAt < LOOK_PAUSE_MS) return;
    lookedAt = Date.now();
    // Without a connection there is no news.
    registration.update().catch(() => undefined);
  };

  void compare(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active !== null) void compare(worker);
    });
  });
  // Another tab may have let a new release take over.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    void compare(navigator.serviceWorker.controller);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, HOUR_MS);
}

/** Goes over to the release that lies ready. */
export async function loadNewVersion(): Promise<void> {
  const waiting = registered?.waiting;
  if (waiting) {
    const hasTakenOver = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      // The page comes from the server first, so that it is the new one even if the worker is slow.
      setTimeout(resolve, TAKE_OVER_LIMIT_MS);
    });
    waiting.postMessage({ type: 'take over' });
    await hasTakenOver;
  }
  await reloadSafely();
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
