// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Team } from '@hearth/contracts/teams/teams';
import { saveLocalSession } from './platform/session/local-session.ts';
import type { PendingFirstLoad } from './platform/sync/opening/first-load.ts';
import { wipeOtherPeople, localDbName } from './platform/sync/copies/local-dbs.ts';

// early.ts duplicates the app's storage names. These tests write with the app and read with early.ts.

const PROJECT = '01900000-0000-7000-8000-000000000001';
const ANSWER = { user: { id: 'ada' } };
const page = globalThis as typeof globalThis & { hearthFirstLoad?: PendingFirstLoad | null };
const requests: string[] = [];

beforeEach(async () => {
  vi.resetModules();
  requests.length = 0;
  delete page.hearthFirstLoad;
  localStorage.clear();
  await wipeOtherPeople(null);
  document.head.innerHTML = `<meta name="api-origin" content="https://api.example">
    <script data-screens="/workspace.js /dashboard.js" data-document="/editor.js"></script>`;
  vi.stubGlobal('fetch', (input: string) => {
    requests.push(input);
    return Promise.resolve(Response.json(ANSWER));
  });
});

/** Runs early.ts at a URL and returns the response to its request, if any. */
async function open(path: string): Promise<unknown> {
  history.replaceState(null, '', path);
  await import('./early.ts');
  return await page.hearthFirstLoad?.answer;
}

function listPreloads(): (string | null)[] {
  const links = document.querySelectorAll('link[rel=modulepreload]');
  return [...links].map((link) => link.getAttribute('href'));
}

function keepTeams(...ids: string[]): void {
  const teams = ids.map((_id) => ({ _id, name: _id, key: 'TT' }) as Team);
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.com', image: null };
  saveLocalSession(localStorage, { user, teams, subscription: null });
}

test('requests the project in the URL on a new device and preloads the screen chunks', async () => {
  expect(await open(`/dashboard/projects/${PROJECT}/board`)).toEqual(ANSWER);
  expect(requests).toEqual([`https://api.example/first-load?form=columns&projectId=${PROJECT}`]);
  expect(page.hearthFirstLoad?.projectId).toBe(PROJECT);
  expect(listPreloads()).toEqual(['/workspace.js', '/dashboard.js']);
});

test('preloads the editor’s chunks for a document URL', async () => {
  await open(`/dashboard/documents/${PROJECT}`);
  expect(listPreloads()).toEqual(['/workspace.js', '/dashboard.js', '/editor.js']);
});

test.each([
  ['/dashboard', 'home'],
  ['/dashboard/', 'home'],
  ['/dashboard/tasks/mine', 'mine'],
  [`/dashboard/documents/${PROJECT}`, 'document'],
])('requests only the data of the screen at %s', async (path, screen) => {
  await open(path);
  expect(requests).toEqual([`https://api.example/first-load?form=columns&screen=${screen}`]);
  expect(page.hearthFirstLoad?.screen).toBe(screen);
});

test.each(['/dashboard/tasks', `/dashboard/documents/${PROJECT}?task=${PROJECT}`])(
  'requests no screen-specific data at %s',
  async (path) => {
    await open(path);
    expect(requests).toEqual(['https://api.example/first-load?form=columns']);
  },
);

test('requests the team that a returning user opened last', async () => {
  keepTeams('north', 'south');
  localStorage.setItem('selectedTeamIndex', '1');
  await open('/dashboard');
  expect(requests).toEqual(['https://api.example/first-load?form=columns&teamId=south&screen=home']);
});

test('requests nothing if there is a local copy of the team', async () => {
  keepTeams('north');
  (await openDB(localDbName('ada', 'north'), 1)).close();
  expect(await open(`/dashboard/projects/${PROJECT}`)).toBeUndefined();
  expect(requests).toEqual([]);
});

test('requests nothing on pages that need no sign-in', async () => {
  await open('/signin');
  expect(requests).toEqual([]);
  expect('hearthFirstLoad' in page).toBe(false);
});
