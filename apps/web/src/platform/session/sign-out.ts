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
 * Ends the session, deletes what this browser keeps, and starts the page anew at home, in every tab. The copies go by
 * name, whole: those of teams that were open earlier too.
 */
export async function signOutEverywhere(): Promise<void> {
  const goOn = await comeToRest();
  try {
    // Where storage is forbidden, nothing was kept.
    await session.signOut(() => wipeOtherPeople(null).catch(() => undefined));
  } catch (error) {
    goOn();
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
 * What is under way is answered before the session ends: then it would be refused, and a change with it. A server that does
 * not answer holds nobody back.
 * @returns how all goes on, where the session stays
 */
async function comeToRest(): Promise<() => void> {
  const rested = restOpenTeams();
  const limit = new Promise((resolve) => setTimeout(resolve, REST_LIMIT_MS));
  await Promise.race([Promise.all([rested, whenAnswered()]), limit]);
  return () => void rested.then((goOn) => goOn());
}

tabs.addEventListener('message', ({ data }) => {
  if (data !== 'signed out') return;
  forgetDrafts();
  location.replace('/');
});
