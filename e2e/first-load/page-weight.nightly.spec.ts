import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { openDescription } from '#e2e/support/descriptions.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// The transferred bytes of the sign-in page, the first board, the first screen of a day, an open document and the charts.

const { openPerson } = useBrowser();
const MAX_SCRIPT_AND_STYLE_BYTES = 122_000;
const MAX_BOARD_BYTES = 300_000;
const MAX_REQUESTS = 30;
const MAX_HOME_BYTES = 350_000;
const MAX_HOME_REQUESTS = 25;
const MAX_DOCUMENT_BYTES = 280_000;
const MAX_CHARTS_BYTES = 160_000;
const product = useProduct();

interface Transfer {
  path: string;
  bytes: number;
}

/** Records every file fetched by the page itself. The service worker precaches later, when the page is idle. */
async function recordTransfers(page: Page, address: string): Promise<Transfer[]> {
  const pending: Promise<Transfer>[] = [];
  page.on('requestfinished', (request) => {
    if (request.serviceWorker()) return;
    pending.push(
      request
        .sizes()
        .then((sizes) => ({ path: new URL(request.url()).pathname, bytes: sizes.responseBodySize })),
    );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  return Promise.all(pending);
}

/** Returns the gzipped sizes of the scripts and styles that a page fetches during `act`. */
async function recordCode(page: Page, act: () => Promise<void>): Promise<Map<string, number>> {
  const pending: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (!/\.(?:js|css)$/.test(path)) return;
    const size = async (): Promise<number> =>
      gzipSync((await (await request.response())?.body()) ?? '').length;
    pending.push(size().then((bytes) => [path, bytes]));
  });
  await act();
  // Prefetching continues after the page is shown.
  for (let seen = -1; seen < pending.length; await delay(1_000)) seen = pending.length;
  return new Map(await Promise.all(pending));
}

test('keeps sign-in within its size budget', async () => {
  const page = await openPerson({ serviceWorkers: 'block' });
  const transfers = await recordTransfers(page, `${product.webOrigin}/signin`);
  const code = transfers.filter(({ path }) => /\.(?:js|css)$/.test(path));
  const total = code.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`sign-in: ${(total / 1000).toFixed(1)} kB of script and style, ${transfers.length} requests`);
  expect(code.length).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThanOrEqual(MAX_SCRIPT_AND_STYLE_BYTES);
  expect(transfers.length).toBeLessThanOrEqual(MAX_REQUESTS);
});

test('keeps the first board within its size budget', async () => {
  const page = await openPerson({ serviceWorkers: 'block' });
  await signInQuietly(page, product, { name: 'Ada Berg', email: 'ada@example.com' });
  const teamId = await makeTeam(page, product, 'Studio North');
  const { board } = await makeProject(page, product, teamId, 'Website');
  const transfers = await recordTransfers(page, board);
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  const total = transfers.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`board: ${(total / 1000).toFixed(1)} kB in all, ${transfers.length} requests`);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(MAX_BOARD_BYTES);
  expect(transfers.length).toBeLessThanOrEqual(MAX_REQUESTS);
});

test('keeps the first screen of a day within its size budget', async () => {
  const page = await openPerson({ serviceWorkers: 'block' });
  await signInQuietly(page, product, { name: 'Bo Lind', email: 'bo@example.com' });
  await makeTeam(page, product, 'Studio South');
  const transfers = await recordTransfers(page, `${product.webOrigin}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const total = transfers.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`home: ${(total / 1000).toFixed(1)} kB in all, ${transfers.length} requests`);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(MAX_HOME_BYTES);
  expect(transfers.length).toBeLessThanOrEqual(MAX_HOME_REQUESTS);
});

test('keeps the files that an open document adds within their size budget', async () => {
  const page = await openPerson({ serviceWorkers: 'block' });
  await signInQuietly(page, product, { name: 'Cy Dahl', email: 'cy@example.com' });
  const teamId = await makeTeam(page, product, 'Studio West');
  const { board, projectId } = await makeProject(page, product, teamId, 'Website');
  await callApi(page, product, `POST /teams/${teamId}/tasks`, { projectId, title: 'Plan the launch' });
  const markdown = '## Plan\n\nWrite **here**\n\n- [ ] Ask\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  const { document } = await callApi<{ document: { id: string } }>(
    page,
    product,
    `POST /teams/${teamId}/documents`,
    { title: 'Notes', markdown },
  );
  const description = await recordCode(page, async () => {
    await page.goto(board);
    await card(page, 'To do', 'Plan the launch').getByRole('link').click();
    await openDescription(page);
  });
  // Use an empty cache so that both measurements are complete.
  const fresh = await openPerson({ serviceWorkers: 'block' });
  await signInQuietly(fresh, product, { name: 'Cy Dahl', email: 'cy@example.com' });
  const opened = await recordCode(fresh, async () => {
    await fresh.goto(`${product.webOrigin}/dashboard/documents/${document.id}`);
    await fresh.getByRole('textbox', { name: 'Notes' }).getByText('Write here').waitFor();
  });
  const added = [...opened].filter(([path]) => !description.has(path));
  const total = added.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`document: ${(total / 1000).toFixed(1)} kB more, gzipped, in ${added.length} files`);
  // The total includes the editor because a description alone does not load it.
  expect(total).toBeGreaterThan(60_000);
  expect(total).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
});

test('keeps the files that analytics adds within their size budget', async () => {
  const page = await openPerson({ serviceWorkers: 'block' });
  await signInQuietly(page, product, { name: 'Di Moss', email: 'di@example.com' });
  const teamId = await makeTeam(page, product, 'Studio East');
  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  await callApi(page, product, `POST /teams/${teamId}/tasks`, { title: 'Plan the launch' });
  const home = await recordCode(page, async () => {
    await page.goto(`${product.webOrigin}/dashboard`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The first key press prefetches all parts of the screens. Charts are not among them.
    await page.keyboard.press('Shift');
  });
  expect([...home.keys()].filter((path) => path.includes('analytics-page'))).toEqual([]);
  const opened = await recordCode(page, async () => {
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await page.getByRole('img', { name: /^Bar chart\. 0 finished, 1 created/ }).waitFor();
  });
  const total = [...opened.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`analytics: ${(total / 1000).toFixed(1)} kB more, gzipped, in ${opened.size} files`);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThanOrEqual(MAX_CHARTS_BYTES);
});
