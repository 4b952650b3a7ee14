import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.ts';
import { percentile, print } from './figures.ts';
import { seedBoard, seedHundredThousand, type PageData } from './page-data.ts';
import { runProduct, type Running } from './product.ts';
import { measureScroll } from './scrolling.ts';
import { measureChange, measureNothing, waitForCopy, waitForPaint } from './settling.ts';

// Performance of a large board: bytes transferred, time to the first card, time from a drop to its paint, and scrolling.
const VIEWPORT = { width: 1440, height: 900 };
const DROPS = 30;
const CARD = 'section[aria-label] [role=listitem]';

/** Opens a board. Returns the ms from the start of the navigation to the second frame after the first card is shown. */
async function openBoard(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(CARD);
  return waitForPaint(page);
}

/** Measures the bytes transferred to show a board with an empty cache and no local copy. */
async function measureBytes(browser: Browser, product: Running, data: PageData): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
  await signIn(context, product, data.ownerEmail);
  const page = await context.newPage();
  const sizes: Promise<{ path: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) =>
    sizes.push(request.sizes().then((size) => ({ path: request.url(), bytes: size.responseBodySize }))),
  );
  await page.goto(`${product.webOrigin}/dashboard/projects/${data.projectId}`, { waitUntil: 'networkidle' });
  await page.waitForSelector(CARD);
  const all = await Promise.all(sizes);
  const sum = (pattern: RegExp) =>
    all
      .filter((one) => pattern.test(new URL(one.path).pathname))
      .reduce((total, one) => total + one.bytes, 0);
  print('board: script and style as served', sum(/\.(js|css)$/) / 1000, 'kB');
  print('board: everything but team data', (sum(/./) - sum(/\/sync$/)) / 1000, 'kB');
  print('board: requests', all.length, '');
  await context.close();
}

async function measureBoard(browser: Browser, product: Running, data: PageData, name: string): Promise<void> {
  const address = `${product.webOrigin}/dashboard/projects/${data.projectId}`;
  const context = await browser.newContext({ viewport: VIEWPORT });
  await signIn(context, product, data.ownerEmail);
  const page = await context.newPage();
  print(`${name}: usable, cold`, await openBoard(page, address), 'ms');
  await waitForCopy(page);
  const warm: number[] = [];
  for (let run = 0; run < 5; run += 1) warm.push(await openBoard(page, address));
  print(`${name}: usable, warm, median of 5`, percentile(warm, 0.5), 'ms');

  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (key: string) => metrics.find((one) => one.name === key)?.value ?? Number.NaN;
  print(`${name}: script heap`, metric('JSHeapUsedSize') / 1e6, 'MB');
  print(`${name}: DOM nodes`, await page.evaluate(() => document.getElementsByTagName('*').length), '');

  const drops: number[] = [];
  for (let run = 0; run < DROPS; run += 1) drops.push(await dropCard(page, run % 2 === 0));
  print(`${name}: drop to painted, p50`, percentile(drops, 0.5), 'ms');
  print(`${name}: drop to painted, p95`, percentile(drops, 0.95), 'ms');
  await measureScroll(page, `${name}: scrolling a column`, 'section[aria-label] *');
  await measureFilters(page, name);
  await measureSearch(page, name);
  await context.close();
}

/** Changes the board's filter through the URL and measures the milliseconds to the second frame after the cards have changed. */
async function measureFilters(page: Page, name: string): Promise<void> {
  const times: number[] = [];
  for (const filter of ['priority:urgent', 'priority:high', 'due:overdue', 'assignee:none', 'priority:low']) {
    const took = page.evaluate(
      ({ filter, card }) =>
        new Promise<number>((resolve) => {
          const read = () => [...document.querySelectorAll(card)].map((one) => one.textContent).join('\n');
          const before = read();
          const began = performance.now();
          const observer = new MutationObserver(() => {
            if (read() === before) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
          });
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          history.pushState(history.state, '', `?filter=${encodeURIComponent(filter)}`);
        }),
      { filter, card: CARD },
    );
    times.push(await took);
    await page.waitForTimeout(500);
  }
  print(`${name}: another filter until it is painted, p50`, percentile(times, 0.5), 'ms');
  print(`${name}: the longest of ${times.length}`, Math.max(...times), 'ms');
}

/** Measures the time per letter typed in the command palette when it searches titles. */
async function measureSearch(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.waitForTimeout(1000);
  const times: number[] = [];
  for (const letter of ['r', 'e', 'p', 'o']) {
    times.push(await measureChange(page, letter, '[role=option]'));
    await page.waitForTimeout(300);
  }
  const rest: number[] = [];
  for (let run = 0; run < 9; run += 1) rest.push(await measureNothing(page));
  const still = { name: 'a key that does nothing', value: percentile(rest, 0.5) };
  print(`${name}: titles found, from the key until painted, p50`, percentile(times, 0.5), 'ms', still);
  print(`${name}: the longest of ${times.length}`, Math.max(...times), 'ms', still);
}

/**
 * Drags a column's first card into the other column.
 * @returns ms from the release to the second frame after the card has moved
 */
async function dropCard(page: Page, isForth: boolean): Promise<number> {
  const columns = page.locator('section[aria-label]');
  const [from, to] = isForth ? [columns.nth(0), columns.nth(1)] : [columns.nth(1), columns.nth(0)];
  const card = from.getByRole('listitem').first();
  const title = (await card.innerText()).split('\n')[0] ?? '';
  const start = await card.boundingBox();
  const end = await to.boundingBox();
  if (start === null || end === null) throw new Error('No card to drag.');
  const target = (await to.getAttribute('aria-label')) ?? '';
  await page.mouse.move(start.x + 40, start.y + 12);
  await page.mouse.down();
  await page.mouse.move(start.x + 52, start.y + 24, { steps: 3 });
  await page.mouse.move(end.x + 60, end.y + 60, { steps: 8 });
  await page.evaluate(
    ({ target, title }) => {
      const scope = window as unknown as { painted: Promise<number> };
      scope.painted = new Promise((resolve) => {
        let released = 0;
        const check = (): void => {
          const column = document.querySelector(`section[aria-label="${CSS.escape(target)}"]`);
          if (released === 0 || column?.textContent.includes(title) !== true) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - released)));
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        for (const kind of ['drop', 'mouseup', 'pointerup'])
          addEventListener(
            kind,
            (event) => {
              released ||= event.timeStamp;
              queueMicrotask(check);
            },
            { capture: true, once: true },
          );
      });
    },
    { target, title },
  );
  await page.mouse.up();
  const painted = await Promise.race([
    page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`Timed out waiting for the drop of "${title}".`)), 20_000).unref(),
    ),
  ]);
  return painted;
}

async function measure(
  browser: Browser,
  name: string,
  seed: (folder: string) => Promise<PageData>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  try {
    const data = await seed(folder);
    const product = await runProduct({ HEARTH_DATA: folder });
    try {
      if (name === '10,000 tasks') await measureBytes(browser, product, data);
      await measureBoard(browser, product, data, name);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const browser = await openBrowser();
try {
  await measure(browser, '10,000 tasks', (folder) => seedBoard(folder, 10_000));
  if (process.argv.includes('--huge')) await measure(browser, '100,000 tasks', seedHundredThousand);
  else console.log('100,000 tasks: node tools/bench/pages.ts --huge');
} finally {
  await browser.close();
}
