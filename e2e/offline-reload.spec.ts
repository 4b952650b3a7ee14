import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebServer } from '#web-server/web-server.ts';
import { useBrowser } from './support/browser.ts';
import { startProduct } from './support/product.ts';
import type { Product } from './support/product.ts';

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

async function waitForOfflineCopy(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

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

test('a new release replaces the files of the old one', async () => {
  const distDir = await mkdtemp(join(tmpdir(), 'hearth-release-'));
  await cp('dist/web', distDir, { recursive: true });
  const port = Number(new URL(product.webOrigin).port);
  await product.stop();
  const server = await startWebServer({
    port,
    host: 'localhost',
    webOrigin: product.webOrigin,
    apiOrigin: product.apiOrigin,
    distDir,
  });
  try {
    allowFaults(serverAway);
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/signin`);
    await waitForOfflineCopy(page);
    const before = await page.evaluate(() => caches.keys());
    expect(before).toHaveLength(1);

    const version = (before[0] ?? '').replace('hearth-files-', '');
    const worker = await readFile(join(distDir, 'sw.js'), 'utf8');
    expect(worker).toContain(version);
    await rm(join(distDir, 'sw.js.br'), { force: true });
    await rm(join(distDir, 'sw.js.gz'), { force: true });
    await writeFile(join(distDir, 'sw.js'), worker.replaceAll(version, 'nextrelease0'));
    await page.reload();
    await page.waitForFunction(async () => (await caches.keys()).join() === 'hearth-files-nextrelease0');
    await expectWorkingPage(page);
  } finally {
    await server.close();
    await product.start();
    await rm(distDir, { recursive: true, force: true });
  }
});

function readNonce(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content);
}
