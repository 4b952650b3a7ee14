import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { useBrowser } from './support/browser.ts';
import { brokenAnswer, failWith, withFaults } from './support/faults.ts';
import { readPath, signOut, switchTeam, teamMenu, watchRequests } from './support/frame.ts';
import { useProduct } from './support/use-product.ts';
import { callApi, makeTeam, signInQuietly } from './support/team-api.ts';
import { errorToast, watchWords } from './support/toasts.ts';

// The error catalogue: what a person is told when something fails, word for word. A test for each row. The row of
// TOKEN_EXPIRED is 'a session that has run out is renewed without a word' in sign-in.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let count = 0;

/** Somebody in a team of their own, with faults to come. */
async function openMember(...teams: string[]): Promise<Page> {
  const page = await openPerson(withFaults);
  count += 1;
  await signInQuietly(page, product, { name: `Person ${count}`, email: `person-${count}@example.com` });
  for (const name of teams) await makeTeam(page, product, name);
  allowFaults(brokenAnswer);
  return page;
}

test("sign-in failure: 'Something went wrong. Please try again.', hidden after 3 seconds", async () => {
  const words = 'Something went wrong. Please try again.';
  const page = await openPerson(withFaults);
  allowFaults(brokenAnswer);
  await failWith(page, product, '/auth/google');
  await page.goto(`${product.webOrigin}/signin`);
  const readShownFor = await watchWords(page, words);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ]);
  await popup.getByLabel('Name').fill('Ann Oak');
  await popup.getByLabel('Mail address').fill(addressOf(product, 'ann@example.com'));
  await popup.getByRole('button', { name: 'Continue' }).click();
  await errorToast(page, words).waitFor();
  // In milliseconds; a busy machine may only make it longer.
  await expect.poll(readShownFor).toBeGreaterThanOrEqual(2900);
  expect(await readShownFor()).toBeLessThan(10_000);
  expect(readPath(page)).toBe('/signin');
});

test("subscription load failure: set to empty; 'Something went wrong. Please try again'", async () => {
  const page = await openMember('North');
  await page.goto(`${product.webOrigin}/dashboard`);
  const badge = page.getByText('Trial', { exact: true });
  await badge.waitFor();
  await failWith(page, product, '/subscriptions/team/**');
  await page.reload();
  await errorToast(page, 'Something went wrong. Please try again').waitFor();
  await teamMenu(page, 'North').waitFor();
  expect(await badge.count()).toBe(0);
});

test("sign-out failure: 'Something went wrong. Please try again', and the person stays", async () => {
  const page = await openMember('North');
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'North').waitFor();
  await failWith(page, product, '/auth/signout');
  await signOut(page);
  await errorToast(page, 'Something went wrong. Please try again').waitFor();
  await teamMenu(page, 'North').waitFor();
});

test("role load failure: 'Something went wrong. Please refresh again.'", async () => {
  const page = await openMember('North');
  await failWith(page, product, '/teams/*/members/*');
  await page.goto(`${product.webOrigin}/dashboard`);
  await errorToast(page, 'Something went wrong. Please refresh again.').waitFor();
});

test.each(['/subscriptions/team/**', '/teams/*/members/*'])(
  "team switch failure (%s): 'Something went wrong. Please try again'",
  async (pattern) => {
    const page = await openMember('North', 'South');
    await page.goto(`${product.webOrigin}/dashboard`);
    await teamMenu(page, 'North').waitFor();
    await failWith(page, product, pattern);
    await switchTeam(page, 'North', 'South');
    await errorToast(page, 'Something went wrong. Please try again').waitFor();
  },
);

test('verify failure otherwise: the person is cleared silently, without a message', async () => {
  const page = await openMember('North');
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, 'North').waitFor();
  // Ended elsewhere: the cookie is still here, its session is not.
  const cookies = await page.context().cookies();
  await callApi(page, product, 'POST /auth/signout');
  await page.context().addCookies(cookies);
  // The open page's feed may ask again first.
  allowFaults(/status of 401/, /WebSocket connection/);
  const requests = watchRequests(page, product);
  await page.reload();
  await page.waitForURL('**/signin**');
  await page.getByRole('button', { name: 'Login with Google' }).waitFor();
  expect(requests).toContain('POST /auth/verify');
  expect(await page.getByRole('alert').getByText(/\w/).count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('hearth:session'))).toBeNull();
});
