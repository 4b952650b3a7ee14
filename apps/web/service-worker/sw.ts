/// <reference lib="webworker" />
import { isNavigationOfApp, mayKeepShell } from './rules.ts';

// Keeps the app's own files, so that a reload works while the server cannot be reached. It never touches the API:
// that is another origin, and the app's data has its own local copy.

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the hashed files of this release. */
declare const __FILES__: string[];
/** Filled in by the build: changes with every release. */
declare const __VERSION__: string;

const CACHE_PREFIX = 'hearth-files-';
const CACHE_NAME = CACHE_PREFIX + __VERSION__;
// Any address of the app answers with the same page; this one is kept for all of them.
const SHELL = '/dashboard';
// A server that has not answered by then is treated as away.
const NAVIGATION_LIMIT_MS = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE_NAME);
      // Hashed files may come from the browser's cache; the page must be the server's present one.
      await cache.addAll([...__FILES__, new Request(SHELL, { cache: 'reload' })]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names
          .filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME)
          .map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isNavigationOfApp(url.pathname)) event.respondWith(answerNavigation(event));
  } else if (__FILES__.includes(url.pathname)) {
    event.respondWith(
      caches.match(url.pathname, { cacheName: CACHE_NAME }).then((kept) => kept ?? fetch(request)),
    );
  }
});

/** The server's page if it comes in time, else the kept one; with none kept, whatever the server says in the end. */
async function answerNavigation(event: FetchEvent): Promise<Response> {
  const fromServer = fetch(event.request);
  const kept = await caches.match(SHELL, { cacheName: CACHE_NAME });
  if (!kept) return fromServer;
  const inTime = await Promise.race([
    fromServer.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NAVIGATION_LIMIT_MS)),
  ]);
  if (!inTime || inTime.status >= 500) {
    fromServer.catch(() => undefined);
    return kept;
  }
  event.waitUntil(keepShell(inTime.clone()));
  return inTime;
}

/**
 * Keeps a fresh page, body and headers together: its style nonce stands in both. A page of another release is left
 * to that release's own worker, since its files are not kept here.
 */
async function keepShell(response: Response): Promise<void> {
  const isPage =
    response.ok && !response.redirected && response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) return;
  const page = await response.clone().text();
  if (!mayKeepShell(page, __FILES__)) return;
  const cache = await caches.open(CACHE_NAME);
  await cache.put(SHELL, response);
}
