import { session } from './session.ts';
import { wipeOtherPeople } from './sync/index.ts';
import { clearTeams } from './teams.ts';

type Wipe = () => Promise<void>;
const wipes = new Set<Wipe>();
const tabs = new BroadcastChannel('hearth-session');

/** Names something that keeps work in this browser, to be wiped before the person is gone. */
export function wipeOnSignOut(wipe: Wipe): () => void {
  wipes.add(wipe);
  return () => wipes.delete(wipe);
}

/** Ends the session, wipes what this browser keeps, and starts the page anew at home, in every tab. */
export async function signOutEverywhere(): Promise<void> {
  await session.signOut(async () => {
    await Promise.allSettled([...wipes].map((wipe) => wipe()));
    // Teams that were open earlier have a copy here too.
    await wipeOtherPeople(null).catch(() => undefined);
  });
  clearTeams();
  tabs.postMessage('signed out');
  location.replace('/');
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed out') location.replace('/');
});
