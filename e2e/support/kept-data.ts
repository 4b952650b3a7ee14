import type { BrowserContext, Page } from 'playwright-core';

/** Reads all data that the page's origin stores in IndexedDB and local storage, as searchable text. */
export function readStoredData(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const found: unknown[] = Object.entries(localStorage);
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await settle(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        found.push(...(await settle<unknown[]>(db.transaction(store).objectStore(store).getAll())));
      db.close();
    }
    return JSON.stringify(found);
  });
}

/**
 * Delays precaching on a first visit until a test requires it with `waitForOfflineCopy`. Its hundreds of requests take as long as a short
 * test itself.
 */
export async function holdOfflineCopy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { serviceWorker } = navigator;
    if (serviceWorker === undefined || serviceWorker.controller !== null) return;
    const register = serviceWorker.register.bind(serviceWorker);
    const isReleased = new Promise<void>((resolve) => {
      Object.assign(window, { registerServiceWorker: resolve });
    });
    serviceWorker.register = async (...what) => {
      await isReleased;
      return register(...what);
    };
  });
}

/** Waits until precaching is complete. From then on, reloads and lazy-loaded chunks work offline. */
export async function waitForOfflineCopy(page: Page): Promise<void> {
  await page.evaluate(() => (window as { registerServiceWorker?: () => void }).registerServiceWorker?.());
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}
