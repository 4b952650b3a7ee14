// Latency of an average document: from opening it, cold and warm, until it is editable, and from a key press in one browser until the
// character is painted in another. Needs the built product. Runs on PostgreSQL if TEST_DATABASE_URL is set, else on the embedded database.
import type { Browser, Page } from 'playwright-core';
import type { SignedIn } from '#api/testing/make.ts';
import { makeDocument } from '#api/testing/documents.ts';
import { openBrowser, signIn } from '#bench/browser.ts';
import { percentile, print } from '#bench/figures.ts';
import type { Running } from '#bench/product.ts';
import { waitForCopy, waitForPaint } from '#bench/settling.ts';
import { withDocuments, writeBlocks } from './shared-documents.ts';

const VIEWPORT = { width: 1440, height: 900 };
const BLOCKS = 60;
const OTHERS = 200;
const RUNS = 5;
const KEYS = 200;
const KEY_GAP_MS = 60;
const TEXT = '[contenteditable=true][role=textbox] p';

/** Opens a document. Returns the ms from the start of the navigation to the second frame after the text is shown and editable. */
async function openDocument(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(TEXT);
  return await waitForPaint(page);
}

async function openPage(browser: Browser, product: Running, email: string, slower = 1): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await signIn(context, product, email);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
}

async function measureOpening(
  browser: Browser,
  product: Running,
  email: string,
  address: string,
): Promise<void> {
  for (const slower of [1, 4]) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const page = await openPage(browser, product, email, slower);
      cold.push(await openDocument(page, address));
      if (run === RUNS - 1) {
        await waitForCopy(page);
        for (let again = 0; again < RUNS; again += 1) warm.push(await openDocument(page, address));
      }
      await page.context().close();
    }
    const name = `a document of ${BLOCKS} blocks, CPU ${slower} × slower: editable`;
    print(`${name}, cold, median of ${RUNS}`, percentile(cold, 0.5), 'ms');
    print(`${name}, warm, median of ${RUNS}`, percentile(warm, 0.5), 'ms');
  }
}

/** Timestamps of the clock shared by both browsers. */
interface Watched {
  pressed: number[];
  changed: number[];
  painted: number[];
}

function watchText(): void {
  const watched: Watched = { pressed: [], changed: [], painted: [] };
  (window as unknown as { watched: Watched }).watched = watched;
  const text = document.querySelector('[contenteditable=true][role=textbox]');
  const record = (list: number[], at: number): void => void list.push(performance.timeOrigin + at);
  addEventListener('keydown', ({ timeStamp }) => record(watched.pressed, timeStamp), { capture: true });
  let before = text?.textContent.length;
  new MutationObserver(() => {
    // Ignore moves of the other user's caret. Its name label is part of the text, but moving it keeps the length.
    const now = text?.textContent.length;
    if (now === before) return;
    before = now;
    record(watched.changed, performance.now());
    requestAnimationFrame(() => setTimeout(() => record(watched.painted, performance.now())));
  }).observe(text as Element, { subtree: true, childList: true, characterData: true });
}

async function measureKeys(writer: Page, reader: Page): Promise<void> {
  await writer.locator(TEXT).last().click();
  await writer.keyboard.press('End');
  for (let key = 0; key < 20; key += 1) await writer.keyboard.press('a');
  await writer.waitForTimeout(1000);
  await Promise.all([writer, reader].map((page) => page.evaluate(watchText)));
  for (let key = 0; key < KEYS; key += 1) {
    await writer.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    await writer.waitForTimeout(KEY_GAP_MS);
  }
  await reader.waitForTimeout(1000);
  const read = (page: Page): Promise<Watched> =>
    page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  const { pressed } = await read(writer);
  const { changed, painted } = await read(reader);
  if (changed.length !== pressed.length)
    throw new Error(`${pressed.length} keys, ${changed.length} changes.`);
  for (const [name, times] of [
    ['in the other browser’s page', changed],
    ['painted there', painted],
  ] as const) {
    const took = times.map((at, key) => at - (pressed[key] ?? Number.NaN));
    print(`a key is ${name}, p50`, percentile(took, 0.5), 'ms');
    print(`a key is ${name}, p95`, percentile(took, 0.95), 'ms');
  }
}

await withDocuments(async ({ product, people, teamId }) => {
  const [owner, other] = people as [SignedIn, SignedIn];
  for (let at = 0; at < OTHERS; at += 1)
    await makeDocument(owner, teamId, { title: `Another document ${at}` });
  const { id } = await makeDocument(owner, teamId, { markdown: writeBlocks(BLOCKS) });
  const address = `${product.webOrigin}/dashboard/documents/${id}`;
  const [first, second] = await Promise.all([openBrowser(), openBrowser()]);
  try {
    await measureOpening(first, product, owner.user.email, address);
    const writer = await openPage(first, product, owner.user.email);
    const reader = await openPage(second, product, other.user.email);
    for (const page of [writer, reader]) await openDocument(page, address);
    await measureKeys(writer, reader);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});
