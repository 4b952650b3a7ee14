import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// What the sign-in page, the first board and the first screen of a day cost a person's line, as served.

const { openPerson } = useBrowser();
const MAX_SCRIPT_AND_STYLE_BYTES = 120_000;
const MAX_BOARD_BYTES = 300_000;
const MAX_REQUESTS = 30;
const MAX_HOME_BYTES = 350_000;
const MAX_HOME_REQUESTS = 25;
const product = useProduct();

interface Transfer {
  path: string;
  bytes: number;
}

/** Every file fetched by the page itself; the service worker precaches later, when the page is idle. */
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

test('sign-in fits its budget', async () => {
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

test('the first working screen fits its budget, with nothing in the cache', async () => {
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

test('the first screen of a day fits its budget, with nothing in the cache', async () => {
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
