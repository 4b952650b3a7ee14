import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { startProduct } from '#e2e/support/product.ts';
import type { Product } from '#e2e/support/product.ts';

// The app's files survive the server: a reload works while it is away.

const { openPerson, allowFaults } = useBrowser();
// What a browser says about requests to a server that is away.
const serverAway =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|NETWORK_CHANGED)|Failed to fetch/;
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.remove();
});

/** Proof of a page that works: its script ran, and its own style sheet, font file and nonce are in force. */
async function expectWorkingPage(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  const isStyled = await page.evaluate(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
    const style = document.createElement('style');
    style.setAttribute('nonce', nonce);
    style.textContent = ':root { --nonce-probe: kept }';
    document.head.append(style);
    return getComputedStyle(document.documentElement).getPropertyValue('--nonce-probe').trim();
  });
  expect(isStyled).toBe('kept');
}

test('a reload works with the server stopped, and the server is used again when it is back', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  allowFaults(serverAway);
  await product.stop();
  const whileAway = await page.reload();
  expect(whileAway?.fromServiceWorker()).toBe(true);
  await expectWorkingPage(page);
  const nonceWhileAway = await readNonce(page);

  await product.start();
  await page.reload();
  await expectWorkingPage(page);
  expect(await readNonce(page)).not.toBe(nonceWhileAway);
});

test('a server that hangs does not hold up the page', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  allowFaults(serverAway);
  product.freeze();
  try {
    await page.goto(`${product.webOrigin}/dashboard`);
    await expectWorkingPage(page);
  } finally {
    product.resume();
  }
});

test('answers of the API are never kept', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  const health = await page.context().request.get(`${product.apiOrigin}/healthz`);
  expect(health.ok()).toBe(true);
  const kept = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      addresses.push(...requests.map((request) => request.url));
    }
    return addresses;
  });
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.filter((address) => !address.startsWith(`${product.webOrigin}/`))).toEqual([]);
});

test('a document is never answered with the app; offline its kept copy stands, or a page that says so', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  await page.goto(`${product.webOrigin}/about`);
  const title = await page.getByRole('heading').first().innerText();
  allowFaults(serverAway, /status of 503/);
  await product.stop();
  try {
    await page.goto(`${product.webOrigin}/about`);
    expect(await page.getByRole('heading').first().innerText()).toBe(title);
    const unseen = await page.goto(`${product.webOrigin}/privacy`);
    expect(unseen?.status()).toBe(503);
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await page.getByRole('link', { name: 'Open your workspace' }).click();
    await expectWorkingPage(page);
  } finally {
    await product.start();
  }
});

function readNonce(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content);
}
