import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { useBrowser } from './support/browser.ts';
import { brokenAnswer, failWith, withFaults } from './support/faults.ts';
import { readPath, teamMenu, watchRequests } from './support/frame.ts';
import { chooseAccount } from './support/people.ts';
import { useProduct } from './support/use-product.ts';
import { makeTeam, signInQuietly } from './support/team-api.ts';

// The navigation guard: who may enter which screen, and where the others are led. A test for each sentence.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let count = 0;

async function openNewcomer(options?: Parameters<typeof openPerson>[0]): Promise<Page> {
  const page = await openPerson(options);
  count += 1;
  await signInQuietly(page, product, { name: `Person ${count}`, email: `person-${count}@example.com` });
  return page;
}

const SIGNED_IN_ONLY = [
  '/dashboard',
  '/dashboard/analytics',
  '/dashboard/members',
  '/dashboard/projects',
  '/dashboard/projects/0192f5a0-0000-7000-8000-000000000000',
  '/dashboard/tasks',
  '/dashboard/documents',
  '/dashboard/documents/0192f5a0-0000-7000-8000-000000000000',
  '/dashboard/settings',
  '/dashboard/upgrade',
  '/teams/create',
];

describe('a route that requires sign-in', () => {
  test.each(SIGNED_IN_ONLY)('%s sends an unverified person to sign-in', async (path) => {
    const page = await openPerson();
    await page.goto(product.webOrigin + path);
    await page.waitForURL('**/signin**');
    await page.getByRole('button', { name: 'Login with Google' }).waitFor();
  });

  test('is where the person arrives once they have signed in', async () => {
    const ada = { name: 'Ada Moss', email: addressOf(product, 'ada@example.com') };
    const elsewhere = await openPerson();
    await signInQuietly(elsewhere, product, ada);
    await makeTeam(elsewhere, product, 'Moss');
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/dashboard/members`);
    await page.waitForURL('**/signin?next=**');
    await chooseAccount(page, ada);
    await page.waitForURL('**/dashboard/members');
  });
});

test.each(['/', '/signin'])('%s sends a verified person to /dashboard', async (path) => {
  const page = await openNewcomer();
  await makeTeam(page, product, 'North');
  await page.goto(product.webOrigin + path);
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'North').waitFor();
});

test.each(['/', '/signin'])('%s stays open to anonymous people', async (path) => {
  const page = await openPerson();
  const isVerified = page.waitForResponse((answer) => answer.url().endsWith('/auth/verify'));
  await page.goto(product.webOrigin + path);
  await isVerified;
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(readPath(page)).toBe(path);
});

describe('entering /dashboard with no teams loaded', () => {
  test('fetches the teams, once', async () => {
    const page = await openNewcomer();
    await makeTeam(page, product, 'North');
    const requests = watchRequests(page, product);
    const countReads = () => requests.filter((request) => /^GET \/teams(?:\?|$)/.test(request)).length;
    await page.goto(`${product.webOrigin}/dashboard`);
    await teamMenu(page, 'North').waitFor();
    expect(countReads()).toBe(1);
    await page.getByRole('link', { name: 'Members' }).first().click();
    await page.waitForURL('**/dashboard/members');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.waitForURL('**/dashboard');
    expect(countReads()).toBe(1);
  });

  test.each(['/', '/dashboard', '/dashboard/tasks'])(
    'leads on from %s to /teams/create if there are none',
    async (path) => {
      const page = await openNewcomer();
      await page.goto(product.webOrigin + path);
      await page.waitForURL('**/teams/create');
      await page.getByRole('textbox', { name: 'Team name' }).fill('North');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await teamMenu(page, 'North').waitFor();
    },
  );

  test("loads the team's subscription otherwise", async () => {
    const page = await openNewcomer();
    const teamId = await makeTeam(page, product, 'North');
    const requests = watchRequests(page, product);
    await page.goto(`${product.webOrigin}/dashboard`);
    await expect.poll(() => requests).toContain(`GET /subscriptions/team/?teamId=${teamId}`);
  });

  test('never takes teams that could not be fetched for no teams', async () => {
    const page = await openNewcomer(withFaults);
    await makeTeam(page, product, 'Kept');
    // The router reports what its error screen shows.
    allowFaults(brokenAnswer, /ApiError: Broken/);
    await failWith(page, product, '/teams?**');
    await page.goto(`${product.webOrigin}/dashboard`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(readPath(page)).toBe('/dashboard');
    await page.unroute(`${product.apiOrigin}/teams?**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await teamMenu(page, 'Kept').waitFor();
  });
});
