import { keepLocalSession, readLocalSession, type KeyValueStorage } from '#platform/session/local-session.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { findPerson } from './find-person.ts';
import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

// Home is for people who are not signed in: whoever is, is led on to their work.

watchHeader();
const storage = openStorage();
const isRemembered = storage !== null && readLocalSession(storage) !== null;
if (isRemembered || document.readyState === 'complete') void leadOn();
// Somebody of whom nothing is kept here is most likely new: the page comes first.
else addEventListener('load', () => void leadOn(), { once: true });
// From the back/forward cache after signing in.
addEventListener('pageshow', (event) => {
  if (event.persisted) void leadOn();
});

async function leadOn(): Promise<void> {
  const finding = await findPerson(readPageSetting('api-origin'));
  // Without an answer the local copy of a person who is remembered goes on working.
  if (finding === 'here' || (finding === 'unknown' && isRemembered)) return location.replace('/dashboard');
  if (finding === 'nobody' && storage !== null) keepLocalSession(storage, null);
  reportPage();
}

function openStorage(): KeyValueStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
