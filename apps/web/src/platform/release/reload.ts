import { forgetDrafts } from '#ui/inputs/drafts.ts';
import type { AuthState } from '#platform/session/session.ts';
import type { State } from '#platform/client-state/state.ts';

const RELOADED_AT = 'hearth:reloaded-at';
// Against a reload loop: a second reload within this time would not find what the first did not.
const RELOAD_PAUSE_MS = 60_000;
const ANSWER_LIMIT_MS = 5_000;

const keepers = new Set<() => Promise<void>>();

/** Registers what must be safe on this device before the page may go; gives what ends that. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Loads the page anew once everything done here is safe on this device. What is being typed is kept as drafts. */
export async function reloadSafely(): Promise<void> {
  await keepEverything();
  location.reload();
}

/** Everything done here is safe on this device; what cannot be made safe does not hold the rest up. */
export async function keepEverything(): Promise<void> {
  await Promise.allSettled([...keepers].map((keep) => keep()));
}

/**
 * A tab that stood open over a release may ask for a file that is gone. It loads itself anew, once. A file that is out
 * of reach for another reason is asked for again (ui/lazy/load-chunk.ts): a page that went while the server is away would
 * not come back.
 */
export function reloadWhenFilesAreGone(): void {
  const files = listFilesOfPage();
  let isLooking = false;
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (isLooking || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
    isLooking = true;
    const look = async (): Promise<void> => {
      if (await isReplaced(files)) {
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        await reloadSafely();
      }
      isLooking = false;
    };
    void look();
  });
}

/** Whether the server has another release than the one with these files. */
async function isReplaced(files: readonly string[]): Promise<boolean> {
  try {
    // The question mark leads past the offline copy.
    const answer = await fetch('/dashboard?fresh', {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const page = await answer.text();
    return answer.ok && files.some((file) => !page.includes(file));
  } catch {
    return false;
  }
}

/** The hashed files that the page itself names, before lazy-loaded chunks: each release has its own. */
export function listFilesOfPage(): string[] {
  const named = document.querySelectorAll('head script[src], head link[rel="stylesheet"]');
  return [...named]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .filter((path) => path.startsWith('/assets/'));
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
