import { watchForNewVersion } from './new-version.ts';

/**
 * Lets a service worker keep the app's files, so that a reload works while the server cannot be reached.
 * It waits for the page to be idle: keeping files must not compete with showing the first screen.
 */
export function keepOfflineCopy(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register('/sw.js')
      .then(watchForNewVersion)
      .catch((error: unknown) => console.warn('No offline copy is kept.', error));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
