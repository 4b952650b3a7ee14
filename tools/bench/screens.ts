import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.ts';
import { percentile, print } from './figures.ts';
import { seedBoard, seedColumns, type PageData } from './page-data.ts';
import { runProduct } from './product.ts';
import { measureScroll } from './scrolling.ts';
import { measureNothing, measureUntil, waitForCopy, waitForPaint } from './settling.ts';

// What a person waits for at screens with very much on them: a board with many columns, a list and a table of many
// lines. Needs the built product (`npm run build`).
const VIEWPORT = { width: 1440, height: 900 };
const CARDS = 4000;
const COLUMNS = 250;
const LINES = 10_000;
const WARM = 5;
const CARD = 'section[data-slot] [role=listitem]';
const LINE = '[role=grid] [data-line] a';

/** Milliseconds from the start of the navigation to the second frame after the screen stands. */
async function openScreen(page: Page, address: string, sign: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(sign);
  return await waitForPaint(page);
}

/** A person who has been nowhere yet; at the end of `act` everything of theirs is gone. */
async function withPerson(
  browser: Browser,
  prepare: (folder: string) => Promise<PageData>,
  act: (openPerson: () => Promise<Page>, origin: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  try {
    const { ownerEmail } = await prepare(folder);
    const product = await runProduct({ HEARTH_DATA: folder });
    try {
      await act(async () => {
        const context = await browser.newContext({ viewport: VIEWPORT });
        await signIn(context, product, ownerEmail);
        return await context.newPage();
      }, product.webOrigin);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Opening {
  cold: number;
  warm: number;
  nodes: number;
}

async function measureOpening(page: Page, address: string): Promise<Opening> {
  const cold = await openScreen(page, address, CARD);
  await waitForCopy(page);
  const warm: number[] = [];
  for (let run = 0; run < WARM; run += 1) warm.push(await openScreen(page, address, CARD));
  // What is near is drawn by now, too.
  await page.waitForTimeout(1000);
  const nodes = await page.evaluate(() => document.getElementsByTagName('*').length);
  return { cold, warm: percentile(warm, 0.5), nodes };
}

/** The wide board beside one of the same tasks in the columns of their statuses. */
async function measureWideBoard(openPerson: () => Promise<Page>, origin: string): Promise<void> {
  const board = `${origin}/dashboard/tasks?view=board`;
  const narrowPage = await openPerson();
  const narrow = await measureOpening(narrowPage, board);
  await narrowPage.context().close();
  const page = await openPerson();
  const wide = await measureOpening(page, `${board}&group=label`);
  const name = `${CARDS} cards in ${COLUMNS} columns`;
  const beside = (value: number) => ({ name: 'by status', value });
  print(`${name}: usable, cold`, wide.cold, 'ms', beside(narrow.cold));
  print(`${name}: usable, warm, median of ${WARM}`, wide.warm, 'ms', beside(narrow.warm));
  print(`${name}: DOM nodes`, wide.nodes, '', beside(narrow.nodes));
  const panels = await openPanels(page);
  const rest: number[] = [];
  for (let run = 0; run < 15; run += 1) rest.push(await measureNothing(page));
  const still = { name: 'a key that does nothing', value: percentile(rest, 0.5) };
  print(`${name}: opening a task, p50`, percentile(panels, 0.5), 'ms', still);
  await page.context().close();
}

/** Opens the task of the first card by its key, again and again. */
async function openPanels(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    await page.locator(`${CARD} a`).first().focus();
    times.push(await measureUntil(page, 'Enter', 'aside textarea'));
    await page.keyboard.press('Escape');
    await page.waitForSelector('aside textarea', { state: 'detached' });
  }
  // The first fetches the panel's code.
  return times.slice(1);
}

async function measureLines(openPerson: () => Promise<Page>, origin: string): Promise<void> {
  const page = await openPerson();
  const of = (view: string) => `${origin}/dashboard/tasks?view=${view}`;
  await openScreen(page, of('list'), LINE);
  await waitForCopy(page);
  await openScreen(page, of('list'), LINE);
  await measureScroll(page, `list of ${LINES}: scrolling`, 'main *');
  await openScreen(page, of('table'), LINE);
  await measureScroll(page, `table of ${LINES}: scrolling`, 'main *');
  await page.context().close();
}

const browser = await openBrowser();
try {
  await withPerson(browser, (folder) => seedColumns(folder, CARDS, COLUMNS), measureWideBoard);
  await withPerson(browser, (folder) => seedBoard(folder, LINES), measureLines);
} finally {
  await browser.close();
}
