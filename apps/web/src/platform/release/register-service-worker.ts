import { watchForNewVersion } from './new-version.ts';

/**
 * Registers the service worker. It precaches the app's files so that a reload works offline. Waits for the page's load event so that
 * precaching does not compete with the first paint.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register('/sw.js')
      .then(watchForNewVersion)
      .catch((error: unknown) =>
        console.warn('Failed to register the service worker; the app is not available offline.', error),
      );
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
