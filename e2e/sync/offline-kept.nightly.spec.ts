import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { expectWorkingPage, serverAway } from '#e2e/support/working-page.ts';

// The service worker's caches and its behavior when the server hangs.

const { openPerson, allowFaults } = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.remove();
});

test('loads the page from the cache while the server hangs', async () => {
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

test('never caches API responses', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await waitForOfflineCopy(page);
  const health = await page.context().request.get(`${product.apiOrigin}/healthz`);
  expect(health.ok()).toBe(true);
  const cached = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      addresses.push(...requests.map((request) => request.url));
    }
    return addresses;
  });
  expect(cached.length).toBeGreaterThan(3);
  expect(cached.filter((address) => !address.startsWith(`${product.webOrigin}/`))).toEqual([]);
});
