import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { useBrowser } from './support/browser.ts';
import { brokenAnswer, failWith, holdBack, withFaults } from './support/faults.ts';
import { readKeptIndex, readPath, signOut, switchTeam, teamMenu, watchRequests } from './support/frame.ts';
import { chooseAccount } from './support/people.ts';
import { useProduct } from './support/use-product.ts';
import { callApi, makeTeam, signInQuietly } from './support/team-api.ts';
import { successToast, watchWords } from './support/toasts.ts';

// Client state and its transitions, a test for each sentence. What they start from is in platform/client-state.test.ts,
// the renewal of an expired session and what sign-out leaves behind in sign-in.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let count = 0;

interface Member {
  page: Page;
  person: { name: string; email: string };
  userId: string;
  /** By the team's name. */
  teamIds: Record<string, string>;
}

async function openMember(teams: string[], options?: Parameters<typeof openPerson>[0]): Promise<Member> {
  const page = await openPerson(options);
  count += 1;
  const person = { name: `Person ${count}`, email: addressOf(product, `person-${count}@example.com`) };
  const userId = await signInQuietly(page, product, person);
  const teamIds: Record<string, string> = {};
  for (const name of teams) teamIds[name] = await makeTeam(page, product, name);
  return { page, person, userId, teamIds };
}

const loadingDots = (page: Page) => page.getByRole('status', { name: 'Loading', exact: true });

describe('session start', () => {
  test('the app shows loading dots until the server has answered who is here', async () => {
    const { page } = await openMember(['North'], withFaults);
    const letGo = await holdBack(page, product, '/auth/verify');
    await page.goto(`${product.webOrigin}/dashboard`);
    await loadingDots(page).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await letGo();
    await teamMenu(page, 'North').waitFor();
  });

  test('on success the returned person is stored', async () => {
    const { page, person } = await openMember(['North']);
    await page.goto(`${product.webOrigin}/dashboard`);
    await page.getByText(person.email).first().waitFor();
  });

  test('on failure the person is cleared, and the auth state is ready all the same', async () => {
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/dashboard`);
    await page.getByRole('button', { name: 'Login with Google' }).waitFor();
    expect(await loadingDots(page).count()).toBe(0);
  });

  test('a server that fails, or is not there, clears nobody', async () => {
    const { page } = await openMember(['North'], withFaults);
    await page.goto(`${product.webOrigin}/dashboard`);
    await teamMenu(page, 'North').waitFor();
    allowFaults(brokenAnswer, /net::ERR_/);
    await failWith(page, product, '/auth/verify');
    await page.reload();
    await teamMenu(page, 'North').waitFor();
    await page.route(`${product.apiOrigin}/auth/verify`, (route) => route.abort());
    await page.reload();
    await teamMenu(page, 'North').waitFor();
    expect(readPath(page)).toBe('/dashboard');
  });
});

describe('sign-in', () => {
  test('the popup gives a fresh identity token, which alone is sent to the server', async () => {
    const page = await openPerson(withFaults);
    await page.goto(`${product.webOrigin}/signin`);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.url() === `${product.apiOrigin}/auth/google`),
      chooseAccount(page, { name: 'Ann Oak', email: addressOf(product, 'ann@example.com') }),
    ]);
    expect(request.method()).toBe('POST');
    expect(await request.headerValue('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(request.postData()).toBeNull();
  });

  test('with zero teams it leads to /teams/create', async () => {
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/signin`);
    await chooseAccount(page, { name: 'Ben Ash', email: addressOf(product, 'ben@example.com') });
    await page.waitForURL('**/teams/create');
  });

  test('otherwise to /dashboard', async () => {
    const { person } = await openMember(['North']);
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/signin`);
    await chooseAccount(page, person);
    await page.waitForURL('**/dashboard');
    await teamMenu(page, 'North').waitFor();
  });
});

test('sign out: server sign-out, the person cleared, the page loaded anew, home', async () => {
  const { page } = await openMember(['North']);
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'North').waitFor();
  await page.evaluate(() => document.body.setAttribute('data-before', ''));
  const requests = watchRequests(page, product);
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  expect(requests).toContain('POST /auth/signout');
  await page.getByRole('link', { name: 'Join Free' }).first().waitFor();
  expect(await page.locator('[data-before]').count()).toBe(0);
  const cookies = await page.context().cookies(product.apiOrigin);
  expect(cookies.filter(({ name }) => name.endsWith('sid') || name.endsWith('refresh'))).toEqual([]);
});

test('sign out: the identity provider signs out too: nothing renews the sign-in', async () => {
  const { page, person } = await openMember(['North']);
  await page.context().clearCookies();
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, person);
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'North').waitFor();
  const before = await page.context().cookies(`${product.apiOrigin}/auth/google`);
  expect(before.some(({ name }) => name.endsWith('refresh'))).toBe(true);
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  // Even with the cookies of before: the provider's tokens are gone, and what stood for them here.
  await page.context().addCookies(before);
  allowFaults(/status of 401 .*\/auth\/google\/refresh/);
  const readStatus = (path: string) =>
    page.evaluate(
      async (url) => (await fetch(url, { method: 'POST', credentials: 'include' })).status,
      product.apiOrigin + path,
    );
  expect(await readStatus('/auth/google/refresh')).toBe(401);
  expect(await readStatus('/auth/verify')).toBe(401);
});

describe('team switch', () => {
  test('sets and keeps the selected index, and goes to /dashboard', async () => {
    const { page } = await openMember(['First', 'Second', 'Third']);
    await page.goto(`${product.webOrigin}/dashboard/tasks`);
    await teamMenu(page, 'First').waitFor();
    expect(await readKeptIndex(page)).toBe('0');
    await switchTeam(page, 'First', 'Third');
    await page.waitForURL('**/dashboard');
    expect(await readKeptIndex(page)).toBe('2');
    await page.reload();
    await teamMenu(page, 'Third').waitFor();
  });

  test('reloads the subscription and the member role', async () => {
    const { page, userId, teamIds } = await openMember(['Trying', 'Paying']);
    await callApi(page, product, `POST /dev/teams/${teamIds['Paying']}/plan`, { plan: 'pro' });
    await page.goto(`${product.webOrigin}/dashboard`);
    await page.getByText('Trial', { exact: true }).waitFor();
    const requests = watchRequests(page, product);
    await switchTeam(page, 'Trying', 'Paying');
    await page.getByText('Pro', { exact: true }).waitFor();
    expect(requests).toContain(`GET /subscriptions/team/?teamId=${teamIds['Paying']}`);
    expect(requests).toContain(`GET /teams/${teamIds['Paying']}/members/${userId}`);
  });
});

describe('deleting a team', () => {
  /** As somebody with another window does it; this one finds out when it loads. */
  async function deleteElsewhere(member: Member, name: string): Promise<void> {
    await callApi(member.page, product, `DELETE /teams/${member.teamIds[name]}`);
    await member.page.reload();
  }

  /** On the settings screen of the selected team. */
  async function deleteHere(page: Page, name: string): Promise<void> {
    // The feed of the team that goes may just be on its way.
    allowFaults(/response code: 404/);
    await page.goto(`${product.webOrigin}/dashboard/settings/team`);
    await page.getByRole('button', { name: 'Delete team' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Delete team' }).click();
  }

  test('removes it from the list; past the end the index moves to the last, and is saved', async () => {
    const { page } = await openMember(['First', 'Second']);
    await page.goto(`${product.webOrigin}/dashboard`);
    await switchTeam(page, 'First', 'Second');
    await deleteHere(page, 'Second');
    await teamMenu(page, 'First').click();
    await page.getByRole('menuitem', { name: 'First' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Second' }).count()).toBe(0);
    expect(await readKeptIndex(page)).toBe('0');
  });

  test('one before the selected decreases the index by one, and it is saved', async () => {
    const member = await openMember(['First', 'Second', 'Third']);
    const { page } = member;
    await page.goto(`${product.webOrigin}/dashboard`);
    await switchTeam(page, 'First', 'Third');
    await deleteElsewhere(member, 'First');
    await teamMenu(page, 'Third').waitFor();
    await expect.poll(() => readKeptIndex(page)).toBe('1');
  });

  test('the last one leads to making another', async () => {
    const { page } = await openMember(['Only']);
    await deleteHere(page, 'Only');
    await page.waitForURL('**/teams/create');
  });
});

test('clearing teams: the list is emptied, the index is reset and the saved one removed', async () => {
  const { page, person } = await openMember(['First', 'Second']);
  await page.goto(`${product.webOrigin}/dashboard`);
  await switchTeam(page, 'First', 'Second');
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  expect(await readKeptIndex(page)).toBeNull();
  await signInQuietly(page, product, person);
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'First').waitFor();
  expect(await readKeptIndex(page)).toBe('0');
});

test.each(['7', '-1', 'x'])(
  'a selected index that points to no team (%s) falls back to the first, and resets to 0',
  async (broken) => {
    const { page } = await openMember(['First', 'Second']);
    await page.goto(`${product.webOrigin}/about`);
    await page.evaluate((value) => localStorage.setItem('selectedTeamIndex', value), broken);
    await page.goto(`${product.webOrigin}/dashboard`);
    await teamMenu(page, 'First').waitFor();
    await expect.poll(() => readKeptIndex(page)).toBe('0');
  },
);

test('toast: shown with its message, hidden after a delay, and then empty', async () => {
  const { page } = await openMember(['First', 'Second']);
  await page.goto(`${product.webOrigin}/dashboard/settings`);
  const readShownFor = await watchWords(page, 'Second was deleted');
  await switchTeam(page, 'First', 'Second');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'General' }).click();
  await page.getByRole('button', { name: 'Delete team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Second');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  allowFaults(/response code: 404/);
  await successToast(page, 'Second was deleted').waitFor();
  await expect.poll(readShownFor).toBeGreaterThanOrEqual(2900);
  expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
});
