import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Error states: unknown URLs, crashes, and features that the plan does not include.

const { openPerson, allowFaults } = useBrowser();
let product: Product;
let count = 0;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

/** Opens a user with their own team, without a service worker so that the test can intercept requests for files. */
async function openOwner(): Promise<{ page: Page; teamId: string }> {
  const page = await openPerson({
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  count += 1;
  await signInQuietly(page, product, { name: `Owner ${count}`, email: `owner-${count}@example.com` });
  return { page, teamId: await makeTeam(page, product, `Team ${count}`) };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const navLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const title = (page: Page) => expect.poll(() => page.title());

test('keeps other screens usable if a screen crashes, and shows the screen again on “Try again”', async () => {
  const { page } = await openOwner();
  allowFaults(/planted fault/);
  await page.route('**/assets/projects-screen-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function ProjectsScreen() {
        if (!window.isMended) throw new Error('planted fault');
        return 'Mended';
      }`,
    }),
  );
  await page.goto(`${product.webOrigin}/dashboard`);
  await navLink(page, 'Projects').click();
  await heading(page, 'Something went wrong').first().waitFor();

  await page.getByRole('button', { name: 'Copy details' }).click();
  await page.getByRole('status').getByText('Details copied').waitFor();
  const report = await readClipboard(page);
  expect(report).toMatch(/^Hearth \d+\.\d+\.\d+/);
  expect(report).toContain('Screen: /dashboard/projects');
  expect(report).toMatch(/Time: \d{4}-\d\d-\d\dT/);
  expect(report).toContain('Message: Error: planted fault');
  expect(report).toMatch(/\n +at ProjectsScreen/);

  await navLink(page, 'Members').click();
  await heading(page, 'Members').waitFor();
  await navLink(page, 'Projects').click();
  await heading(page, 'Something went wrong').first().waitFor();
  await page.evaluate(() => Object.assign(window, { isMended: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Mended').waitFor();
});

test('keeps the board usable if the task panel crashes, and shows the panel again on “Try again”', async () => {
  const { page, teamId } = await openOwner();
  allowFaults(/planted fault/);
  const { board } = await makeProject(page, product, teamId, 'Website');
  await page.goto(board);
  await addTasks(page, 'To do', ['Draft the page']);
  await page.evaluate(() => {
    const { prototype } = HTMLElement;
    const focus = Object.getOwnPropertyDescriptor(prototype, 'focus')?.value as HTMLElement['focus'];
    prototype.focus = function planted(this: HTMLElement, ...rest) {
      if (this.tagName === 'ASIDE' && !('isMended' in window)) throw new Error('planted fault');
      focus.apply(this, rest);
    };
  });
  await card(page, 'To do', 'Draft the page').click();
  await page.getByText('Couldn’t show this task.').waitFor();
  await card(page, 'To do', 'Draft the page').waitFor();
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect.poll(() => readClipboard(page)).toContain('Message: Error: planted fault');
  await page.evaluate(() => Object.assign(window, { isMended: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
});

test('keeps the board usable if a chunk fails to load, and loads the chunk once the server is back', async () => {
  const { page, teamId } = await openOwner();
  allowFaults(/net::ERR_/, /status of 503/, /WebSocket connection/);
  const { board, projectId } = await makeProject(page, product, teamId, 'Website');
  await callApi(page, product, `POST /teams/${teamId}/tasks`, { title: 'Draft the page', projectId });
  await page.goto(board);
  await card(page, 'To do', 'Draft the page').waitFor();
  await product.stop();
  try {
    // Expect the request on the first click because the first pointer or key event prefetches all other chunks.
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/task-panel')),
      card(page, 'To do', 'Draft the page').click(),
    ]);
    await card(page, 'To do', 'Draft the page').waitFor();
    await navLink(page, 'Members').click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
  } finally {
    await product.start();
  }
  await heading(page, 'Members').waitFor();
  await page.goBack();
  await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
});

test('shows a message and links for an unknown URL', async () => {
  const stranger = await openPerson();
  await stranger.goto(`${product.webOrigin}/no/such/page`);
  await heading(stranger, 'Page not found').waitFor();
  await stranger.getByText('/no/such/page').waitFor();
  await title(stranger).toBe('Not found · Hearth');
  await stranger.getByRole('link', { name: 'Sign in' }).click();
  await stranger.waitForURL('**/signin');

  const { page } = await openOwner();
  await page.goto(`${product.webOrigin}/dashboard/nowhere`);
  await heading(page, 'Page not found').waitFor();
  await title(page).toBe('Not found · Hearth');
  // The frame around the screen is shown and fully usable.
  await navLink(page, 'Projects').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).click();
  await page.waitForURL('**/dashboard/projects');
});

test('shows plan usage and an upgrade link, and requires Pro for analytics', async () => {
  const { page, teamId } = await openOwner();
  const { projectId } = await makeProject(page, product, teamId, 'Website');
  for (const name of ['One', 'Two'])
    await callApi(page, product, `POST /teams/${teamId}/tasks`, { title: name, projectId });
  await page.goto(`${product.webOrigin}/dashboard`);
  await navLink(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'Plan: Trial' }).click();
  await heading(page, `Team ${count} is on Trial`).waitFor();
  await title(page).toBe('Upgrade · Hearth');
  const usage = page.getByRole('region', { name: / is on / });
  await expect
    .poll(() => usage.innerText())
    .toMatch(/Collaborators\s+1 of 3\s+Projects\s+1 of 1\s+Documents\s+0 of 3\s+Tasks\s+2 of 10/);
  expect(await navLink(page, 'Analytics').count()).toBe(0);

  await page.goto(`${product.webOrigin}/dashboard/analytics`);
  await heading(page, 'Analytics is part of Pro').waitFor();
  await page.getByRole('link', { name: 'See what’s in Pro' }).click();
  await page.getByRole('link', { name: 'Go Pro' }).click();
  await page.waitForURL('**/payment/onboarding?plan=pro');
  await heading(page, 'Start with Pro').waitFor();
  await page.getByRole('region', { name: 'Total' }).getByText('₹699', { exact: true }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);

  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  await page.goto(`${product.webOrigin}/dashboard`);
  await navLink(page, 'Home').waitFor();
  await navLink(page, 'Analytics').click();
  await heading(page, 'Throughput').waitFor();
  // On a phone, five screens have tabs. Links to the other screens are in the menu.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Analytics' }).click();
  await page.waitForURL('**/dashboard/analytics');
  await page.getByRole('link', { name: 'Plan: Pro' }).click();
  await heading(page, `Team ${count} is on Pro`).waitFor();
  expect(await page.getByRole('link', { name: 'Go Pro' }).count()).toBe(0);
});

test('tells members that only owners can change the plan, and shows no upgrade link', async () => {
  const { page: owner, teamId } = await openOwner();
  const { page: member, teamId: _own } = await openOwner();
  await joinTeam(owner, member, product, teamId, 'member');
  await member.addInitScript(() => localStorage.setItem('selectedTeamIndex', '1'));
  await member.goto(`${product.webOrigin}/dashboard/upgrade`);
  await member.getByText('Only owners can change the plan.').waitFor();
  expect(await member.getByRole('link', { name: 'Go Pro' }).count()).toBe(0);
});

test('switches a user who is removed from the open team to their other team', async () => {
  const { page: owner, teamId } = await openOwner();
  await callApi(owner, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const paidTeam = `Team ${count}`;
  const { page, teamId: ownTeamId } = await openOwner();
  const ownTeam = `Team ${count}`;
  await joinTeam(owner, page, product, teamId, 'member');
  await page.addInitScript(() => {
    if (localStorage.getItem('selectedTeamIndex') === null) localStorage.setItem('selectedTeamIndex', '1');
  });
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.getByRole('button', { name: `Team: ${paidTeam}`, exact: true }).waitFor();
  await navLink(page, 'Analytics').waitFor();

  const { members } = await callApi<{ members: { userId: string; teamRole: string }[] }>(
    owner,
    product,
    `GET /teams/${teamId}/members`,
  );
  const userId = members.find(({ teamRole }) => teamRole === 'member')?.userId;
  allowFaults(/status of 404/, /response code: 404/);
  await callApi(owner, product, `DELETE /teams/${teamId}/members/${userId}`);
  await page.getByRole('button', { name: `Team: ${ownTeam}`, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Plan: Trial' }).waitFor();
  expect(await navLink(page, 'Analytics').count()).toBe(0);
  await navLink(page, 'Members').click();
  await page.getByRole('button', { name: 'Invite people' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('selectedTeamIndex'))).toBe('0');
  expect(ownTeamId).not.toBe(teamId);
});
