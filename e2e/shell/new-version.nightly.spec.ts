import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { descriptionEditor, openDescription } from '#e2e/support/descriptions.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { findFreePort } from '#api/testing/free-port.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { startReleases, type Releases } from '#e2e/support/release.ts';
import { callApi, makeProject, makeTeam, readTitles, signInQuietly } from '#e2e/support/team-api.ts';

// A new release never discards input: the app shows a note and loads the release on request, on a reload or if the old files no longer
// exist.

let product: Product;
let releases: Releases;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  product = await startProduct({ WEB_ORIGIN: `http://localhost:${port}`, RATE_LIMITS: 'off' });
  product = { ...product, webOrigin: `http://localhost:${port}` };
});

beforeEach(async () => {
  releases = await startReleases(product, port);
});

afterEach(() => releases.remove());

// Registered after the hook above so that its cleanup runs first: a stopping server waits for requests of open pages.
const { openPerson, allowFaults } = useBrowser();

afterAll(async () => {
  await product?.remove();
});

async function openBoard(
  name: string,
): Promise<{ page: Page; board: string; teamId: string; taskId: string }> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(page, product, { name, email: `${name}@example.com` });
  const teamId = await makeTeam(page, product, 'North');
  const { projectId, board } = await makeProject(page, product, teamId, 'Website');
  const { task } = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
    title: 'Draft the page',
    projectId,
  });
  await openAndCache(page, board);
  return { page, board, teamId, taskId: task.id };
}

async function openAndCache(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByText('Draft the page').first().waitFor();
  await waitForOfflineCopy(page);
}

/** Checks for a new release, as the app does once an hour. */
async function checkForRelease(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

const readScript = (page: Page) =>
  page.evaluate(() => document.querySelector('head script[src]')?.getAttribute('src'));
const note = (page: Page) => page.getByText('A new version is ready');
const reload = (page: Page) => page.getByRole('button', { name: 'Reload' });

test('keeps unfinished input across the switch to a new release', async () => {
  const { page, teamId } = await openBoard('ada');
  const before = await readScript(page);
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  const field = page.getByRole('textbox', { name: 'New task in To do' });
  await field.fill('Ask the printer for');
  await releases.publish();
  await checkForRelease(page);
  await note(page).waitFor();
  // Nothing is replaced while the page is in use.
  expect(await readScript(page)).toBe(before);
  expect(await field.inputValue()).toBe('Ask the printer for');

  await Promise.all([page.waitForEvent('load'), reload(page).click()]);
  await column(page, 'To do').waitFor();
  expect(await readScript(page)).not.toBe(before);
  await expect.poll(() => field.inputValue()).toBe('Ask the printer for');
  expect(await readTitles(page, product, teamId)).toEqual(['Draft the page']);
  // The user can continue typing in the same place.
  await field.press('End');
  await page.keyboard.type(' paper');
  await page.keyboard.press('Enter');
  await expect.poll(() => readTitles(page, product, teamId)).toContain('Ask the printer for paper');
  await expect.poll(() => note(page).count()).toBe(0);
});

test('keeps an open dialog and an unsaved description across the switch to a new release', async () => {
  const { page, board, teamId, taskId } = await openBoard('bea');
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Order');
  await (await openDescription(page)).fill('Two sheets of');
  await releases.publish();
  await checkForRelease(page);
  await Promise.all([page.waitForEvent('load'), reload(page).click()]);
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Order');
  expect(await dialog.getByRole('textbox', { name: 'Description' }).innerText()).toBe('Two sheets of');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await openAndCache(page, `${board}?task=${taskId}`);
  await (await openDescription(page)).fill('With a long');
  await releases.publish();
  await checkForRelease(page);
  await Promise.all([page.waitForEvent('load'), reload(page).click()]);
  await expect.poll(() => descriptionEditor(page).innerText()).toBe('With a long');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const read = () =>
    callApi<{ task: { description: string } }>(page, product, `GET /teams/${teamId}/tasks/${taskId}`);
  await expect.poll(async () => (await read()).task.description).toBe('With a long');
  // A dialog that the user has closed does not reopen.
  await page.reload();
  await page.getByText('Draft the page').first().waitFor();
  expect(await dialog.count()).toBe(0);
}, 120_000);

test('serves the new release after a reload, and notifies other tabs', async () => {
  const { page, board } = await openBoard('cleo');
  const other = await page.context().newPage();
  await openAndCache(other, board);
  const before = await readScript(page);
  await releases.publish();
  await page.reload();
  await page.getByText('Draft the page').first().waitFor();
  expect(await readScript(page)).not.toBe(before);
  await note(other).waitFor();
  expect(await note(page).count()).toBe(0);
  expect(await readScript(other)).toBe(before);
  // The old release's files are no longer cached.
  await expect
    .poll(() => page.evaluate(async (old) => (await caches.match(old ?? '')) === undefined, before))
    .toBe(true);
});

test('reloads a tab of an old release if its files no longer exist', async () => {
  const { page } = await openBoard('dora');
  const before = await readScript(page);
  // Remove the precached files, as after clearing the browser's storage.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await (await navigator.serviceWorker.ready).unregister();
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await releases.publish();
  allowFaults(
    /status of 404 .*\/assets\//,
    /Refused to apply style from/,
    /Failed to fetch dynamically imported module/,
  );
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await expect.poll(() => readScript(page)).not.toBe(before);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('passes the browser’s installability check', async () => {
  const page = await openPerson();
  await page.goto(`${releases.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  const session = await page.context().newCDPSession(page);
  const { data = '', errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as { icons: { src: string }[] } & Record<string, unknown>;
  expect(manifest).toMatchObject({
    name: 'Hearth',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
  });
  for (const { src } of manifest.icons)
    expect((await page.request.get(releases.webOrigin + src)).status(), src).toBe(200);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Ignore the error about private windows because all tests use them.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
