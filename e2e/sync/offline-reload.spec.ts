import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { expectWorkingPage, serverAway } from '#e2e/support/working-page.ts';

// The app's files are available offline. The app can be reloaded while the server is unreachable.

const { openPerson, allowFaults } = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.remove();
});

test('reloads from the service worker while the server is stopped, and from the server afterwards', async () => {
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

test('shows a cached public page or the offline page instead of the app', async () => {
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
