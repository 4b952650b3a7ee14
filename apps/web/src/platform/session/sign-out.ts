import { forgetDrafts } from '#ui/inputs/drafts.ts';
import { whenAnswered } from '#platform/api/api-client.ts';
import { forgetRecentDocuments } from '#platform/client-state/recent-documents.ts';
import { forgetRecents } from '#platform/client-state/recents.ts';
import { session } from './session.ts';
import { clearTeams } from './teams.ts';
import { forgetUsageIds } from '#platform/usage/usage-consent.ts';
import { restOpenTeams } from '#platform/sync/opening/browser.ts';
import { wipeOtherPeople } from '#platform/sync/copies/local-dbs.ts';

const REST_LIMIT_MS = 2_000;
const tabs = new BroadcastChannel('hearth-session');

/**
 * In every tab, ends the session, deletes this browser's local data and reloads the home page. Databases are deleted by name, including
 * those of teams that were opened earlier.
 */
export async function signOutEverywhere(): Promise<void> {
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
