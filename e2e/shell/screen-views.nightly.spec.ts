import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { startCollector, type Collector } from '#e2e/support/collector.ts';
import { signOut, teamMenu } from '#e2e/support/frame.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Each route change sends one screen_view event with the screen's name and class if the installation has a collector and the user has
// consented. Nothing else is sent. Browsers that opt out and the setting are tested in shell/usage/usage.dom.test.tsx.

const { openPerson } = useBrowser();
let product: Product;
let collector: Collector;
let count = 0;

beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct({
    RATE_LIMITS: 'off',
    GA_MEASUREMENT_ID: 'G-TEST12',
    GA_COLLECT_URL: collector.url,
  });
});

afterAll(async () => {
  await product?.remove();
  await collector?.close();
});

beforeEach(() => {
  collector.events.length = 0;
  collector.requests.length = 0;
});

const notice = (page: Page) => page.getByRole('region', { name: 'Usage analytics' });
const readNames = () => collector.events.map((event) => event['ep.screen_name']);
const readKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
      .filter((key) => key.startsWith('hearth:usage'))
      .toSorted(),
  );
const readClient = (page: Page) => page.evaluate(() => localStorage.getItem('hearth:usage-client'));

interface Member {
  page: Page;
  secrets: string[];
  projectId: string;
}

/** Opens the dashboard of a user whose tasks and projects have names that must not be sent. */
async function openMember(init?: () => void): Promise<Member> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  if (init !== undefined) await page.addInitScript(init);
  count += 1;
  const email = `zebulon-${count}@example.com`;
  const userId = await signInQuietly(page, product, { name: 'Zebulon Quux', email });
  const teamId = await makeTeam(page, product, 'Quuxworks');
  const { projectId } = await makeProject(page, product, teamId, 'Xylophone');
  const { task } = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
    title: 'Zither tuning',
    projectId,
  });
  await page.goto(`${product.webOrigin}/dashboard`);
  // Wait for the screen. The visit is counted only once the screen is shown, which is later than the frame.
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const secrets = [userId, teamId, projectId, task.id, email, 'Zebulon', 'Quux', 'Xylophone', 'Zither'];
  return { page, secrets, projectId };
}

async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Visits several screens, and waits until the collector would have received their events. */
async function walk(page: Page): Promise<void> {
  for (const name of ['Members', 'Projects', 'Tasks', 'Home']) await openScreen(page, name);
  await page.reload();
  await teamMenu(page, 'Quuxworks').waitFor();
  // This round trip gives earlier events time to reach the collector.
  await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
}

test('sends nothing without consent, and stores only the refusal', async () => {
  const { page } = await openMember();
  await notice(page).waitFor();
  await walk(page);
  expect(collector.requests).toEqual([]);
  expect(await readKeys(page)).toEqual([]);
  await notice(page).getByRole('button', { name: 'No' }).click();
  await notice(page).waitFor({ state: 'detached' });
  await walk(page);
  expect(collector.requests).toEqual([]);
  expect(await readKeys(page)).toEqual(['hearth:usage-consent']);
  expect(await notice(page).count()).toBe(0);
});

test('sends one screen_view per route change after consent', async () => {
  const { page, projectId } = await openMember();
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  await openScreen(page, 'Members');
  await openScreen(page, 'Projects');
  await page.getByRole('link', { name: 'Xylophone' }).first().click();
  await page.waitForURL(`**/dashboard/projects/${projectId}`);
  // Opening a panel over the screen is not a route change.
  await page.getByRole('link', { name: 'Zither tuning' }).click();
  await page.getByRole('complementary', { name: 'Task: Zither tuning' }).waitFor();
  await page.goBack();
  await page.getByRole('complementary', { name: 'Task: Zither tuning' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  await page.goto(`${product.webOrigin}/dashboard/nowhere/at-all`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const expected = [
    '/dashboard/members',
    '/dashboard/projects',
    '/dashboard/projects/$projectId',
    '/dashboard/projects',
    'not-found',
  ];
  await expect.poll(readNames).toEqual(expected);
  const [first] = collector.events;
  expect(first).toEqual({
    v: '2',
    tid: 'G-TEST12',
    cid: expect.stringMatching(/^[\da-f-]{36}$/),
    sid: expect.stringMatching(/^\d{10}$/),
    en: 'screen_view',
    'ep.screen_name': '/dashboard/members',
    'ep.screen_class': 'dashboard',
  });
  expect(new Set(collector.events.map(({ cid, sid }) => `${cid} ${sid}`)).size).toBe(1);
});

test('sends one screen_view per visit to a public page, including back navigation', async () => {
  const page = await openPerson();
  const open = async (path: string): Promise<void> => {
    await page.goto(product.webOrigin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await open('/about');
  await open('/');
  await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  expect(collector.requests).toEqual([]);
  expect(await readKeys(page)).toEqual([]);
  // Public pages do not ask for consent but use the choice made in the app.
  await page.evaluate(() => localStorage.setItem('hearth:usage-consent', 'granted'));
  const paths = ['/about', '/terms-and-conditions', '/contact-us', '/'];
  for (const [at, path] of paths.entries()) {
    await open(path);
    await expect.poll(readNames).toEqual(paths.slice(0, at + 1));
  }
  await page.goBack();
  await expect.poll(readNames).toEqual([...paths, '/contact-us']);
  expect(collector.events.map((event) => event['ep.screen_class'])).toEqual([
    'about',
    'terms-and-conditions',
    'contact-us',
    'home',
    'contact-us',
  ]);
});

test('sends no screen_view of the home page for redirected users', async () => {
  const { page } = await openMember();
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  await page.goto(product.webOrigin);
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'Quuxworks').waitFor();
  await openScreen(page, 'Members');
  await expect.poll(readNames).toContain('/dashboard/members');
  expect(readNames()).not.toContain('/');
});

test("sends no data about the user's work, identity or location", async () => {
  const { page, secrets, projectId } = await openMember();
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  await page.goto(`${product.webOrigin}/dashboard/projects/${projectId}`);
  await page.getByRole('link', { name: 'Zither tuning' }).click();
  await openScreen(page, 'Tasks');
  await openScreen(page, 'Settings');
  await expect.poll(readNames).toContain('/dashboard/settings');
  const all = collector.requests.join('\n');
  for (const secret of secrets) expect(all).not.toContain(secret);
  for (const header of ['"cookie"', '"referer"', product.webOrigin + '/']) expect(all).not.toContain(header);
});

test('deletes the previous usage id on sign-out', async () => {
  const { page } = await openMember();
  await notice(page).getByRole('button', { name: 'Allow' }).click();
  await openScreen(page, 'Members');
  await expect.poll(readNames).toEqual(['/dashboard/members']);
  const before = await readClient(page);
  expect(before).not.toBeNull();
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  expect(await readClient(page)).not.toBe(before);
});
