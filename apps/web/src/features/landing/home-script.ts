import { saveLocalSession, readLocalSession, type KeyValueStorage } from '#platform/session/local-session.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { findPerson } from './find-person.ts';
import { watchHeader } from './header-shadow.ts';
import { reportPage } from './report-page.ts';

// The home page is for signed-out visitors: users with a session are redirected to the dashboard.

watchHeader();
const storage = openStorage();
const isRemembered = storage !== null && readLocalSession(storage) !== null;
if (isRemembered || document.readyState === 'complete') void leadOn();
// A visitor without local data is most likely new, so load the page first.
else addEventListener('load', () => void leadOn(), { once: true });
// The page may be restored from the back/forward cache after signing in.
addEventListener('pageshow', (event) => {
  if (event.persisted) void leadOn();
});

async function leadOn(): Promise<void> {
  const finding = await findPerson(readPageSetting('api-origin'));
  // If there is no response, a remembered user continues with the local copy.
  if (finding === 'here' || (finding === 'unknown' && isRemembered)) return location.replace('/dashboard');
  if (finding === 'nobody' && storage !== null) saveLocalSession(storage, null);
  reportPage();
}

function openStorage(): KeyValueStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
