import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { chooseAccount } from './support/people.ts';
import { startProduct, type Product } from './support/product.ts';
import { callApi, makeTeam, signInQuietly } from './support/team-api.ts';

// Where each person is led, which team they see, and what the product says when something fails.

const { openPerson, allowFaults } = useBrowser();
// The service worker stands between the page and faults that a test makes on the way to the API.
const withFaults = { serviceWorkers: 'block' } as const;
let product: Product;
let count = 0;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

async function openNewcomer(options?: Parameters<typeof openPerson>[0]): Promise<Page> {
  const page = await openPerson(options);
  count += 1;
  await signInQuietly(page, product, { name: `Person ${count}`, email: `person-${count}@example.com` });
  return page;
}

const savedIndex = (page: Page) => page.evaluate(() => localStorage.getItem('selectedTeamIndex'));
const teamMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Team: ${name}`, exact: true });

async function switchTeam(page: Page, from: string, to: string): Promise<void> {
  await teamMenu(page, from).click();
  await page.getByRole('menuitem', { name: to }).click();
  await teamMenu(page, to).waitFor();
}

/** Answers the API's `pattern` with a failure, once the page asks. */
async function failWith(page: Page, pattern: string, status = 500): Promise<void> {
  await page.route(`${product.apiOrigin}${pattern}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      headers: {
        'access-control-allow-origin': product.webOrigin,
        'access-control-allow-credentials': 'true',
      },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Broken',
        status,
        detail: 'Broken',
        code: 'INTERNAL',
      }),
    }),
  );
  allowFaults(new RegExp(`status of ${status}`));
}

const toast = (page: Page, words: string) => page.getByRole('alert').getByText(words, { exact: true });

test('nobody gets past sign-in, and whoever signs in arrives where they wanted to go', async () => {
  const page = await openPerson();
  for (const path of ['/dashboard', '/dashboard/tasks', '/dashboard/settings', '/teams/create']) {
    await page.goto(product.webOrigin + path);
    await page.waitForURL('**/signin**');
  }
  const known = { name: 'Ada Moss', email: 'ada@example.com' };
  const elsewhere = await openPerson();
  await signInQuietly(elsewhere, product, known);
  await makeTeam(elsewhere, product, 'Moss');
  await page.goto(`${product.webOrigin}/dashboard/members`);
  await page.waitForURL('**/signin?next=**');
  await chooseAccount(page, known);
  await page.waitForURL('**/dashboard/members');
});

test('home and sign-in lead on; without a team, to making one', async () => {
  const page = await openNewcomer();
  for (const path of ['/', '/signin', '/dashboard', '/dashboard/tasks']) {
    await page.goto(product.webOrigin + path);
    await page.waitForURL('**/teams/create');
  }
  await page.getByRole('textbox', { name: 'Team name' }).fill('North');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  for (const path of ['/', '/signin']) {
    await page.goto(product.webOrigin + path);
    await page.waitForURL('**/dashboard');
  }
});

test('the selected team stays selected over reloads and deletions', async () => {
  const page = await openNewcomer();
  const first = await makeTeam(page, product, 'First');
  await makeTeam(page, product, 'Second');
  await makeTeam(page, product, 'Third');
  await page.goto(`${product.webOrigin}/dashboard/tasks`);
  await switchTeam(page, 'First', 'Third');
  await page.waitForURL('**/dashboard');
  expect(await savedIndex(page)).toBe('2');
  await page.reload();
  await teamMenu(page, 'Third').waitFor();

  // A team before it goes: the same team stays, one place further up.
  await callApi(page, product, `DELETE /teams/${first}`);
  await page.reload();
  await teamMenu(page, 'Third').waitFor();
  await expect.poll(() => savedIndex(page)).toBe('1');

  // The last one goes while it is selected: the one that is last now. Its feed may just be on its way.
  allowFaults(/response code: 404/);
  await page.goto(`${product.webOrigin}/dashboard/settings`);
  await page.getByRole('button', { name: 'Delete team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Third');
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await teamMenu(page, 'Second').waitFor();
  expect(await savedIndex(page)).toBe('0');
});

test('a saved index that points to no team falls back to the first', async () => {
  const page = await openNewcomer();
  await makeTeam(page, product, 'Only');
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'Only').waitFor();
  for (const broken of ['7', '-1', 'x']) {
    await page.evaluate((value) => localStorage.setItem('selectedTeamIndex', value), broken);
    await page.reload();
    await teamMenu(page, 'Only').waitFor();
    await expect.poll(() => savedIndex(page)).toBe('0');
  }
});

test('teams that cannot be fetched are never no teams', async () => {
  const page = await openNewcomer(withFaults);
  await makeTeam(page, product, 'Kept');
  await failWith(page, '/teams?**');
  // The router reports what its error screen shows.
  allowFaults(/ApiError: Broken/);
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.unroute(`${product.apiOrigin}/teams?**`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await teamMenu(page, 'Kept').waitFor();
});

test('a failed sign-in says so, for three seconds', async () => {
  const page = await openPerson(withFaults);
  await failWith(page, '/auth/google');
  await page.goto(`${product.webOrigin}/signin`);
  await page.evaluate(() => {
    const words = 'Something went wrong. Please try again.';
    let shownAt: number | undefined;
    new MutationObserver(() => {
      const isShown = document.body.textContent.includes(words);
      if (isShown) shownAt ??= performance.now();
      else if (shownAt !== undefined)
        document.body.dataset['shownFor'] ??= String(performance.now() - shownAt);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ]);
  await popup.getByLabel('Name').fill('Ann Oak');
  await popup.getByLabel('Mail address').fill('ann@example.com');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await toast(page, 'Something went wrong. Please try again.').waitFor();
  const readShownFor = () => page.evaluate(() => Number(document.body.dataset['shownFor'] ?? 0));
  // In milliseconds; a busy machine may only make it longer.
  await expect.poll(readShownFor).toBeGreaterThanOrEqual(2900);
  expect(await readShownFor()).toBeLessThan(10_000);
});

test.each([
  ['the subscription', '/subscriptions/team/**', 'Something went wrong. Please try again'],
  ['the role', '/teams/*/members/*', 'Something went wrong. Please refresh again.'],
])('says it in its words when %s cannot be loaded', async (_what, pattern, words) => {
  const page = await openNewcomer(withFaults);
  await makeTeam(page, product, 'North');
  await failWith(page, pattern);
  await page.goto(`${product.webOrigin}/dashboard`);
  await toast(page, words).waitFor();
  await teamMenu(page, 'North').waitFor();
});

test('says it in its words when a switch of team or a sign-out fails', async () => {
  const page = await openNewcomer(withFaults);
  await makeTeam(page, product, 'North');
  await makeTeam(page, product, 'South');
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'North').waitFor();
  const words = 'Something went wrong. Please try again';

  await failWith(page, '/teams/*/members/*');
  await switchTeam(page, 'North', 'South');
  await toast(page, words).waitFor();
  await toast(page, words).waitFor({ state: 'detached' });

  await failWith(page, '/auth/signout');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await toast(page, words).waitFor();
  await teamMenu(page, 'South').waitFor();
});
