import { forgetDrafts } from '#ui/drafts.ts';
import { forgetRecents } from './recents.ts';
import { session } from './session.ts';
import { clearTeams } from './teams.ts';
import { forgetUsageIds } from './usage-consent.ts';
import { wipeOtherPeople } from '#platform/sync/copies.ts';

const tabs = new BroadcastChannel('hearth-session');

/**
 * Ends the session, deletes what this browser keeps, and starts the page anew at home, in every tab. The copies go by
 * name, whole: those of teams that were open earlier too.
 */
export async function signOutEverywhere(): Promise<void> {
  // Where storage is forbidden, nothing was kept.
  await session.signOut(() => wipeOtherPeople(null).catch(() => undefined));
  clearTeams();
  forgetDrafts();
  forgetRecents();
  forgetUsageIds();
  tabs.postMessage('signed out');
  location.replace('/');
}

tabs.addEventListener('message', ({ data }) => {
  if (data !== 'signed out') return;
  forgetDrafts();
  location.replace('/');
});
