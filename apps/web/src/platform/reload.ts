import { forgetDrafts } from '#ui/drafts.ts';
import type { AuthState } from './session.ts';
import type { State } from './state.ts';

const RELOADED_AT = 'hearth:reloaded-at';
// A second reload within this time would not find what the first did not.
const RELOAD_PAUSE_MS = 60_000;

const keepers = new Set<() => Promise<void>>();

/** Registers what must be safe on this device before the page may go; gives what ends that. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Loads the page anew once everything done here is safe on this device. What is being typed is kept as drafts. */
export async function reloadSafely(): Promise<void> {
  await Promise.allSettled([...keepers].map((keep) => keep()));
  location.reload();
}

/**
 * A tab that stood open over a release may ask for a file that is gone. It loads itself anew, once: if the file is
 * still missing then, the screen's own error page stands.
 */
export function reloadWhenFilesAreGone(): void {
  let isReloading = false;
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (!isReloading && (!navigator.onLine || Date.now() - reloadedAt < RELOAD_PAUSE_MS)) return;
    // Without its style a screen can stand for the moment until then; without its script it cannot.
    if (event.payload.message.startsWith('Unable to preload CSS')) event.preventDefault();
    if (isReloading) return;
    isReloading = true;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    void reloadSafely();
  });
}

/** Drafts belong to one person: the next one in this tab finds none. */
export function forgetDraftsOfOthers(auth: State<AuthState>): void {
  const OWNER = 'hearth:drafts-of';
  auth.subscribe(() => {
    const { user } = auth.get();
    const owner = sessionStorage.getItem(OWNER);
    if (user === null || user.id === owner) return;
    if (owner !== null) forgetDrafts();
    sessionStorage.setItem(OWNER, user.id);
  });
}
