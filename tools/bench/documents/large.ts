// A document of 3,000 blocks in a browser: until it can be read, and what a key costs, beside an editor of Tiptap with nothing
// around it that has the same text. Needs the built product; PostgreSQL where TEST_DATABASE_URL says one, embedded else.
import type { Page } from 'playwright-core';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import type { SignedIn } from '#api/testing/make.ts';
import { makeDocument } from '#api/testing/documents.ts';
import { openBrowser, signIn } from '#bench/browser.ts';
import { percentile, print } from '#bench/figures.ts';
import { servePlainTiptap } from './plain-tiptap.ts';
import { measureChange, waitForPaint } from '#bench/settling.ts';
import { withDocuments, writeBlocks } from './shared-documents.ts';

const VIEWPORT = { width: 1440, height: 900 };
const BLOCKS = 3000;
const RUNS = 3;
const ROUNDS = 3;
const KEYS = 40;
const TEXT = '[contenteditable] p';
/** The starter kit has no boxes to tick. */
const BOXES = /- \[.\]/g;

interface Typing {
  /** From a key to the second frame after it. */
  paintedMs: number[];
  /** What the page's main thread works for a key, frames included. */
  cpuMs: number[];
}

/** Milliseconds from the start of the navigation to the second frame after the text stands. */
async function openText(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(TEXT, { timeout: 120_000 });
  return await waitForPaint(page);
}

async function measureTyping(page: Page): Promise<Typing> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readTicks = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const middle = page.locator(TEXT).nth(BLOCKS / 4);
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  await page.keyboard.press('End');
  for (let key = 0; key < 10; key += 1) await page.keyboard.press('a');
  await page.waitForTimeout(2000);
  const before = await readTicks();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('e');
    await page.waitForTimeout(80);
  }
  // What a key leaves to be done later is part of it.
  await page.waitForTimeout(2000);
  const cpuMs = ((await readTicks()) - before) / KEYS;
  const paintedMs: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    paintedMs.push(await measureChange(page, 'e', `${TEXT}:nth-of-type(-n + ${BLOCKS})`));
    await page.waitForTimeout(80);
  }
  await session.detach();
  return { paintedMs, cpuMs: [cpuMs] };
}

async function measureReading(openPerson: () => Promise<Page>, address: string): Promise<void> {
  const cold: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openPerson();
    cold.push(await openText(page, address));
    await page.context().close();
  }
  print(`${BLOCKS} blocks: readable, cold, median of ${RUNS}`, percentile(cold, 0.5), 'ms');
}

await withDocuments(async ({ product, people, teamId }) => {
  const [owner] = people as [SignedIn];
  const markdown = writeBlocks(BLOCKS).replaceAll(BOXES, '-');
  const { id } = await makeDocument(owner, teamId, { markdown });
  const { body } = await owner.get<{ document: OpenDocument }>(`/teams/${teamId}/documents/${id}`);
  const address = `${product.webOrigin}/dashboard/documents/${id}`;
  const plain = await servePlainTiptap(body.document.content);
  const browser = await openBrowser();
  const openPerson = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: VIEWPORT });
    await signIn(context, product, owner.user.email);
    return await context.newPage();
  };
  try {
    await measureReading(openPerson, address);
    const ours: Typing = { paintedMs: [], cpuMs: [] };
    const bare: Typing = { paintedMs: [], cpuMs: [] };
    // In turns, so that load falls on both.
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [typing, at] of [
        [ours, address],
        [bare, plain.address],
      ] as const) {
        const page = await openPerson();
        await openText(page, at);
        await page.waitForTimeout(3000);
        const { paintedMs, cpuMs } = await measureTyping(page);
        typing.paintedMs.push(...paintedMs);
        typing.cpuMs.push(...cpuMs);
        await page.context().close();
      }
    const beside = (values: number[], p: number) => ({ name: 'plain Tiptap', value: percentile(values, p) });
    const name = `${BLOCKS} blocks: a key`;
    print(`${name}, main thread`, percentile(ours.cpuMs, 0.5), 'ms', beside(bare.cpuMs, 0.5));
    print(
      `${name}, until it is painted, p50`,
      percentile(ours.paintedMs, 0.5),
      'ms',
      beside(bare.paintedMs, 0.5),
    );
    print(
      `${name}, until it is painted, p95`,
      percentile(ours.paintedMs, 0.95),
      'ms',
      beside(bare.paintedMs, 0.95),
    );
  } finally {
    await browser.close();
    await plain.close();
  }
});
