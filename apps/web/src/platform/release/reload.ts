import { forgetDrafts } from '#ui/inputs/drafts.ts';
import type { AuthState } from '#platform/session/session.ts';
import type { State } from '#platform/client-state/state.ts';

const RELOADED_AT = 'hearth:reloaded-at';
// Prevents a reload loop: a second reload within this time would not find newer files.
const RELOAD_PAUSE_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 5_000;

const flushers = new Set<() => Promise<void>>();

/**
 * Registers data that must be stored on this device before a reload.
 * @returns the unregister function
 */
export function flushBeforeReload(keep: () => Promise<void>): () => void {
  flushers.add(keep);
  return () => void flushers.delete(keep);
}

/** Reloads the page once all changes are stored on this device. Text being typed is kept as drafts. */
export async function reloadSafely(): Promise<void> {
  await flushAll();
  location.reload();
}

/** Flushes all pending data to this device. A failure does not block the rest. */
export async function flushAll(): Promise<void> {
  await Promise.allSettled([...flushers].map((keep) => keep()));
}

/**
 * Reloads the page once when a file that it requests no longer exists. This happens in a tab that stayed open across a release. A file that
 * is unreachable for another reason is retried instead (ui/lazy/load-chunk.ts): a page that reloaded while the server is down would not
 * load again.
 */
export function reloadOnMissingFiles(): void {
  const files = listFilesOfPage();
  let isChecking = false;
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (isChecking || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
    isChecking = true;
    const look = async (): Promise<void> => {
      if (await isReplaced(files)) {
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        await reloadSafely();
      }
      isChecking = false;
    };
    void look();
  });
}

/** Whether the server has another release than the one that contains these files. */
async function isReplaced(files: readonly string[]): Promise<boolean> {
  try {
    // The query string bypasses the offline copy.
    const answer = await fetch('/dashboard?fresh', {
      cache: 'no-store',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const page = await answer.text();
    return answer.ok && files.some((file) => !page.includes(file));
  } catch {
    return false;
  }
}

/** Returns the hashed files that the page itself references, without lazy-loaded chunks. Their names differ between releases. */
export function listFilesOfPage(): string[] {
  const named = document.querySelectorAll('head script[src], head link[rel="stylesheet"]');
  return [...named]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .filter((path) => path.startsWith('/assets/'));
}

/** Deletes the drafts of the previous user when another user signs in in this tab. */
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
