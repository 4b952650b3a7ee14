import type { Page } from 'playwright-core';

// Simulates a slow phone on a slow connection, with the same values for all measurements.
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
const CPU_SLOWDOWN = 4;

interface Paint {
  /** Largest contentful paint. */
  lcpMs: number;
  /** Sum of all layout shifts. */
  shift: number;
}

/** Opens a URL as on a slow phone with a cold cache and measures how it is painted. */
export async function measurePaint(page: Page, address: string): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        let lcpMs = Number.NaN;
        let shift = 0;
        new PerformanceObserver((list) => {
          lcpMs = list.getEntries().at(-1)?.startTime ?? lcpMs;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve({ lcpMs, shift }), 200));
      }),
  );
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await devtools.detach();
  return paint;
}

interface Transfers {
  scriptBytes: number;
  totalBytes: number;
  requests: number;
}

/** Counts a page's same-origin requests and measures the compressed bytes of their responses. */
export async function readTransfers(page: Page, address: string): Promise<Transfers> {
  const pending: Promise<{ path: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== new URL(address).origin) return;
    pending.push(request.sizes().then((sizes) => ({ path: pathname, bytes: sizes.responseBodySize })));
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const found = await Promise.all(pending);
  const sum = (files: typeof found) => files.reduce((total, { bytes }) => total + bytes, 0);
  return {
    scriptBytes: sum(found.filter(({ path }) => path.endsWith('.js'))),
    totalBytes: sum(found),
    requests: found.length,
  };
}
