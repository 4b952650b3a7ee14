import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.ts';
import { percentile, print } from './figures.ts';
import { seedBoard } from './page-data.ts';
import { runProduct, type Running } from './product.ts';

// The cost of a first visit on a slow phone with an empty cache: bytes, requests and load times. Each figure is compared to that of a
// nearly empty page. That baseline covers the cost of the network, the browser and this host.
const RUNS = 5;
const SLOWER_CPU = 4;
const LATENCY_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
const TASKS = 200;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const EMPTY_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Empty</title><p id="empty">An empty page</p></html>`;

interface Visited {
  name: string;
  address: string;
  /** Selector of the main content. The page counts as usable once it matches. */
  sign: string;
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

interface Visit {
  /** In ms since the start of the navigation, as is `usableMs`. */
  lcpMs: number;
  usableMs: number;
  shift: number;
  /** Transferred bytes by request type, as compressed. */
  bytes: Record<string, number>;
  requests: number;
}

interface Watched {
  lcpMs: number;
  usableMs: number;
  shift: number;
}

/** Runs in the page before any other script and must therefore be self-contained. */
function watch(sign: string): void {
  const watched: Watched = { lcpMs: 0, usableMs: 0, shift: 0 };
  (window as unknown as { watched: Watched }).watched = watched;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) watched.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = (): void => {
    const found = document.querySelector(sign)?.checkVisibility() === true;
    if (!found) return void requestAnimationFrame(look);
    // Two frames later the content is painted, and the main thread has been idle for one frame.
    requestAnimationFrame(() => requestAnimationFrame(() => (watched.usableMs = performance.now())));
  };
  look();
}

async function visit(browser: Browser, { address, sign, cookies }: Visited): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(watch, sign);
    await slowDown(page);
    const loaded: Promise<{ kind: string; bytes: number }>[] = [];
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith('http')) return;
      const kind = request.resourceType();
      loaded.push(request.sizes().then((sizes) => ({ kind, bytes: sizes.responseBodySize })));
    });
    await page.goto(address, { timeout: 120_000 });
    await page.waitForFunction(
      () => (window as unknown as { watched: Watched }).watched.usableMs > 0,
      undefined,
      { timeout: 120_000 },
    );
    await page.waitForLoadState('networkidle');
    const watched = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
    const sizes = await Promise.all(loaded);
    const bytes: Record<string, number> = {};
    for (const one of sizes) bytes[one.kind] = (bytes[one.kind] ?? 0) + one.bytes;
    return { ...watched, bytes, requests: sizes.length };
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
}

async function report(browser: Browser, empty: Visited, pages: Visited[]): Promise<void> {
  // Warm-up visits are not counted. A browser's first page starts processes that later pages reuse.
  for (const page of [empty, ...pages]) await visit(browser, page);
  const visits = new Map<Visited, Visit[]>();
  // Interleaved so that load affects all pages equally.
  for (let run = 0; run < RUNS; run += 1)
    for (const page of [empty, ...pages])
      visits.set(page, [...(visits.get(page) ?? []), await visit(browser, page)]);

  const read = (page: Visited, figure: (visit: Visit) => number) =>
    percentile((visits.get(page) ?? []).map(figure), 0.5);
  const sum = ({ bytes }: Visit) => Object.values(bytes).reduce((all, one) => all + one, 0);
  console.log(
    `${SLOWER_CPU} × slower CPU, ${LATENCY_MS} ms latency, ${(BYTES_A_SECOND * 8) / 1e6} Mbit/s, medians of ${RUNS}`,
  );
  for (const page of pages) {
    const { name } = page;
    const against = (figure: (visit: Visit) => number) => ({
      name: 'an empty page',
      value: read(empty, figure),
    });
    print(
      `${name}: script`,
      read(page, ({ bytes }) => (bytes['script'] ?? 0) / 1000),
      'kB',
    );
    print(
      `${name}: style`,
      read(page, ({ bytes }) => (bytes['stylesheet'] ?? 0) / 1000),
      'kB',
    );
    print(
      `${name}: everything`,
      read(page, (one) => sum(one) / 1000),
      'kB',
    );
    print(
      `${name}: requests`,
      read(page, ({ requests }) => requests),
      '',
    );
    const lcp = (one: Visit) => one.lcpMs;
    const usable = (one: Visit) => one.usableMs;
    print(`${name}: largest content painted`, read(page, lcp), 'ms', against(lcp));
    print(`${name}: usable`, read(page, usable), 'ms', against(usable));
    print(
      `${name}: layout shift`,
      read(page, ({ shift }) => shift),
      '',
    );
  }
}

async function startEmptyPage(): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(EMPTY_PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://localhost:${port}/`, stop };
}

async function describePages(browser: Browser, product: Running, ownerEmail: string): Promise<Visited[]> {
  const context = await browser.newContext();
  await signIn(context, product, ownerEmail);
  const cookies = await context.cookies();
  await context.close();
  const { webOrigin } = product;
  return [
    { name: 'landing', address: `${webOrigin}/`, sign: 'a[href="/signin"]', cookies: [] },
    { name: 'sign-in', address: `${webOrigin}/signin`, sign: 'main button', cookies: [] },
    { name: 'dashboard', address: `${webOrigin}/dashboard`, sign: 'main a[href*="task="]', cookies },
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
const browser = await openBrowser();
const { address, stop } = await startEmptyPage();
try {
  const { ownerEmail } = await seedBoard(folder, TASKS);
  const product = await runProduct({ HEARTH_DATA: folder });
  try {
    const empty: Visited = { name: 'empty', address, sign: '#empty', cookies: [] };
    await report(browser, empty, await describePages(browser, product, ownerEmail));
  } finally {
    await product.stop();
  }
} finally {
  await stop();
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
