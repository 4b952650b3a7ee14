/// <reference lib="webworker" />
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { buildOfflinePage } from './offline-page.ts';
import { isScreenOfApp, isCacheable, isShellCacheable } from './rules.ts';

// Caches the app's own files so that a reload works offline. Ignores the API, which has another origin. The app's data has its own local
// copy.

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

// The precache manifest, filled in by the build.
const release = self.__WB_MANIFEST;
const files = release.map(({ url }) => new URL(url, self.location.href).pathname);
// The app shell: the same page serves every URL of the app.
const SHELL = '/dashboard';
// Network timeout. After this delay, the server counts as unreachable.
const NETWORK_LIMIT_SECONDS = 2;
// Workbox names its own caches. These two are cleared whenever a new release takes over.
const PAGES = 'hearth-pages';
const EXTRAS = 'hearth-extras';

/** Treats a server error like an unreachable server. */
const refuseTrouble = async ({ response }: { response: Response }): Promise<Response> => {
  if (response.status >= 500) throw new Error(`The server answered ${response.status}.`);
  return response;
};

function isPage(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.redirected &&
    response.headers.get('content-type')?.startsWith('text/html') === true
  );
}

// The page is cached together with its headers because both contain its style nonce. A page of another release is left to that release's
// own worker because its files are not cached by this one.
const screens = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: NETWORK_LIMIT_SECONDS,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async () => SHELL,
      // Shared content needs only the app shell. Request it without the query: the content must not leave the device and could exceed the
      // server's URL length limit.
      requestWillFetch: async ({ request }) =>
        new URL(request.url).pathname === '/share' ? new Request(SHELL) : request,
      fetchDidSucceed: refuseTrouble,
      cacheWillUpdate: async ({ response }) =>
        isPage(response) && isShellCacheable(await response.clone().text(), files) ? response : null,
      cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse ?? (await matchPrecache(SHELL)),
    },
  ],
});

const documents = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: NETWORK_LIMIT_SECONDS,
  matchOptions: { ignoreVary: true, ignoreSearch: true },
  plugins: [
    {
      fetchDidSucceed: refuseTrouble,
      cacheWillUpdate: async ({ response }) => (isPage(response) ? response : null),
      handlerDidError: async () => buildOfflinePage(self.navigator.languages),
    },
  ],
});

// Registered before the precache because the precache would answer the shell's own URL without a network request.
registerRoute(({ request, url }) => request.mode === 'navigate' && isScreenOfApp(url.pathname), screens);
registerRoute(({ request, url }) => request.mode === 'navigate' && isCacheable(url.pathname), documents);
precacheAndRoute(release, { cleanURLs: false, directoryIndex: '' });
// Runtime caching: rarely needed files (fonts of other scripts, images and styles of documents) are cached on first request.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: EXTRAS,
    plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
  }),
);

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    const names = await caches.keys();
    const stale = names.filter((name) => !name.startsWith('workbox-precache'));
    await Promise.all(stale.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

// No `skipWaiting` until a page confirms that nothing would be lost (platform/release/new-version.ts).
self.addEventListener('message', ({ data, ports: [answer] }) => {
  const message = data as { type?: string; files?: string[] };
  if (message.type === 'take over') void self.skipWaiting();
  else if (message.type === 'are these yours?')
    answer?.postMessage(message.files?.every((file) => files.includes(file)) ?? false);
});
