import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { serverErrorMessage, failWith, withFaults } from '#e2e/support/faults.ts';
import { readPath, signOut, teamMenu, watchRequests } from '#e2e/support/frame.ts';
import { chooseAccount } from '#e2e/support/people.ts';
import { makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { errorToast } from '#e2e/support/toasts.ts';

// Steps of signing in and out that need the provider's popup and the server's cookies. The app's screens and stored state are tested in
// routes/sign-in/session.dom.test.tsx and platform/client-state/client-state.test.ts, data left after sign-out in sign-in.spec.ts, and the
// renewal of expired sessions in sign-in-faults.nightly.spec.ts.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let count = 0;

async function openMember(team: string): Promise<{ page: Page; person: { name: string; email: string } }> {
  const page = await openPerson();
  count += 1;
  const person = { name: `Person ${count}`, email: addressOf(product, `person-${count}@example.com`) };
  await signInQuietly(page, product, person);
  await makeTeam(page, product, team);
  return { page, person };
}

test('sends only the popup’s identity token, and redirects the signed-in user from public pages', async () => {
  const { person } = await openMember('North');
  const page = await openPerson(withFaults);
  await page.goto(`${product.webOrigin}/dashboard/members`);
  await page.waitForURL('**/signin?next=**');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url() === `${product.apiOrigin}/auth/google`),
    chooseAccount(page, person),
  ]);
  expect(request.method()).toBe('POST');
  expect(await request.headerValue('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  expect(request.postData()).toBeNull();
  await page.waitForURL('**/dashboard/members');
  await teamMenu(page, 'North').waitFor();
  // Signed-in users are redirected away from the public entry pages.
  for (const path of ['/', '/signin']) {
    await page.goto(product.webOrigin + path);
    await page.waitForURL('**/dashboard');
    await teamMenu(page, 'North').waitFor();
  }
});

test('shows home and sign-in to anonymous visitors, and team creation to users without a team', async () => {
  const page = await openPerson();
  for (const path of ['/', '/signin']) {
    const isVerified = page.waitForResponse((answer) => answer.url().endsWith('/auth/verify'));
    await page.goto(product.webOrigin + path);
    await isVerified;
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(readPath(page)).toBe(path);
  }
  await chooseAccount(page, { name: 'Ben Ash', email: addressOf(product, 'ben@example.com') });
  await page.waitForURL('**/teams/create');
  await page.goto(product.webOrigin);
  await page.waitForURL('**/teams/create');
  await page.getByRole('textbox', { name: 'Team name' }).fill('South');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'South').waitFor();
});

test('shows the sign-in button as busy while the popup is open', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  const button = page.getByRole('button', { name: 'Login with Google' });
  const isBusy = () => button.evaluate((one) => one.hasAttribute('aria-busy'));
  expect(await isBusy()).toBe(false);
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  expect(await isBusy()).toBe(true);
  expect(await button.isDisabled()).toBe(true);
  await popup.close();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(isBusy).toBe(false);
});

test("shows 'Something went wrong. Please try again.' if signing in fails", async () => {
  const page = await openPerson(withFaults);
  allowFaults(serverErrorMessage);
  await failWith(page, product, '/auth/google');
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, { name: 'Ann Oak', email: addressOf(product, 'ann@example.com') });
  await errorToast(page, 'Something went wrong. Please try again.').waitFor();
  expect(readPath(page)).toBe('/signin');
});

test('requests the sign-out, clears the session cookies and loads the home page', async () => {
  const { page } = await openMember('North');
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

test('invalidates the previous session and refresh cookies on sign-out', async () => {
  const { page, person } = await openMember('North');
  await page.context().clearCookies();
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, person);
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'North').waitFor();
  const before = await page.context().cookies(`${product.apiOrigin}/auth/google`);
  expect(before.some(({ name }) => name.endsWith('refresh'))).toBe(true);
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  // Restore the previous cookies. They must be useless because the session and the provider's tokens have been deleted.
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
