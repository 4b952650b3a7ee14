import { forgetDrafts } from '#ui/inputs/drafts.ts';
import { whenAnswered } from '#platform/api/api-client.ts';
import { forgetRecentDocuments } from '#platform/client-state/recent-documents.ts';
import { forgetRecents } from '#platform/client-state/recents.ts';
import { session } from './session.ts';
import { clearTeams } from './teams.ts';
import { forgetUsageIds } from '#platform/usage/usage-consent.ts';
import { restOpenTeams } from '#platform/sync/opening/browser.ts';
import { hasUnsentChanges, wipeOtherPeople } from '#platform/sync/copies/local-dbs.ts';
import { createState } from '#platform/client-state/state.ts';
import { trackLoading } from '#platform/client-state/loading.ts';

const REST_LIMIT_MS = 2_000;
/** Time for unsent changes to reach the server before the person is asked, and the interval of the checks. */
const SEND_LIMIT_MS = 2_000;
const CHECK_EVERY_MS = 100;
const tabs = new BroadcastChannel('hearth-session');

/** Asks whether to sign out although unsent changes will be lost. Null while nothing is asked. */
export const signOutQuestion = createState<{ answer: ((isSure: boolean) => void) | null }>({ answer: null });

/** Signs out, but asks first if changes on this device have not reached the server. */
export async function signOutEverywhere(): Promise<void> {
  if (await confirmLoss()) await endSessionEverywhere();
}

/** Whether all changes on this device are sent, or the person agrees to lose those that are not. */
export async function confirmLoss(): Promise<boolean> {
  const isAllSent = await trackLoading(waitUntilSent());
  if (isAllSent) return true;
  signOutQuestion.get().answer?.(false);
  return await new Promise((resolve) => {
    signOutQuestion.set({
      answer: (isSure) => {
        signOutQuestion.set({ answer: null });
        resolve(isSure);
      },
    });
  });
}

async function waitUntilSent(): Promise<boolean> {
  // If storage is forbidden, nothing is stored.
  const isUnsent = () => hasUnsentChanges().catch(() => false);
  const until = performance.now() + SEND_LIMIT_MS;
  while (await isUnsent()) {
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  return true;
}

/**
 * In every tab, ends the session, deletes this browser's local data and reloads the home page. Databases are deleted by name, including
 * those of teams that were opened earlier.
 */
export async function endSessionEverywhere(): Promise<void> {
  const release = await waitForPendingRequests();
  try {
    // If storage is forbidden, there is nothing to wipe.
    await session.signOut(() => wipeOtherPeople(null).catch(() => undefined));
  } catch (error) {
    release();
    throw error;
  }
  clearTeams();
  forgetDrafts();
  forgetRecents();
  forgetRecentDocuments();
  forgetUsageIds();
  tabs.postMessage('signed out');
  location.replace('/');
}

/**
 * Waits for pending requests before the session ends: afterwards the server would reject them and changes would be lost. An unreachable
 * server does not block sign-out.
 * @returns a function that resumes syncing if the session stays
 */
async function waitForPendingRequests(): Promise<() => void> {
  const rested = restOpenTeams();
  const limit = new Promise((resolve) => setTimeout(resolve, REST_LIMIT_MS));
  await Promise.race([Promise.all([rested, whenAnswered()]), limit]);
  return () => void rested.then((release) => release());
}

tabs.addEventListener('message', ({ data }) => {
  if (data !== 'signed out') return;
  forgetDrafts();
  location.replace('/');
});
