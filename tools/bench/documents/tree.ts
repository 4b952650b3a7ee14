// A team with 5,000 documents in a tree: until the tree stands, from the server and from the copy of the device, and what opening a
// branch of it costs. Needs the built product; PostgreSQL where TEST_DATABASE_URL says one, embedded else.
import type { Browser, Page } from 'playwright-core';
import { makeDocument } from '#api/testing/documents.ts';
import type { SignedIn } from '#api/testing/make.ts';
import { openBrowser, signIn } from '#bench/browser.ts';
import { percentile, print } from '#bench/figures.ts';
import type { Running } from '#bench/product.ts';
import { measureChange, waitForCopy, waitForPaint } from '#bench/settling.ts';
import { withDocuments } from './shared-documents.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** 50 at the top, 9 in each of them, 10 in each of those. */
const LEVELS = [50, 9, 10];
const COUNT = 5000;
const AT_ONCE = 16;
const RUNS = 5;
const BRANCHES = 20;
/** A document's; the heads of the sections stand on the first level. */
const LINE = '[role=tree] [role=treeitem][aria-level="2"]';

async function makeTree(owner: SignedIn, teamId: string): Promise<void> {
  let parents: (string | null)[] = [null];
  let made = 0;
  for (const each of LEVELS) {
    const wanted = parents.flatMap((parentId) => Array.from({ length: each }, () => parentId));
    const next: string[] = [];
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const some = wanted.slice(from, from + AT_ONCE);
      const documents = await Promise.all(
        some.map((parentId, at) =>
          makeDocument(owner, teamId, { parentId, title: `Page ${made + at} of the handbook` }),
        ),
      );
      made += some.length;
      next.push(...documents.map(({ id }) => id));
    }
    parents = next;
  }
  if (made !== COUNT) throw new Error(`${made} documents were made.`);
}

/** Milliseconds from the start of the navigation to the second frame after the first lines stand. */
async function openTree(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(LINE).first().waitFor();
  return await waitForPaint(page);
}

async function measureTree(browser: Browser, product: Running, email: string): Promise<void> {
  const address = `${product.webOrigin}/dashboard/documents`;
  const cold: number[] = [];
  const warm: number[] = [];
  const branches: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    await signIn(context, product, email);
    const page = await context.newPage();
    cold.push(await openTree(page, address));
    if (run === RUNS - 1) {
      await waitForCopy(page);
      for (let again = 0; again < RUNS; again += 1) warm.push(await openTree(page, address));
      await page.locator(`${LINE} a`).first().focus();
      for (let branch = 0; branch < BRANCHES; branch += 1) {
        branches.push(await measureChange(page, 'ArrowRight', '[role=tree]'));
        branches.push(await measureChange(page, 'ArrowLeft', '[role=tree]'));
        await page.waitForTimeout(100);
      }
    }
    await context.close();
  }
  const name = `a tree of ${COUNT} documents`;
  print(`${name} stands, cold, median of ${RUNS}`, percentile(cold, 0.5), 'ms');
  print(`${name} stands, warm, median of ${RUNS}`, percentile(warm, 0.5), 'ms');
  print(`${name}: a branch opens or closes, painted, p50`, percentile(branches, 0.5), 'ms');
  print(`${name}: p95`, percentile(branches, 0.95), 'ms');
}

await withDocuments(async ({ product, people, teamId }) => {
  const [owner] = people as [SignedIn];
  await makeTree(owner, teamId);
  const browser = await openBrowser();
  try {
    await measureTree(browser, product, owner.user.email);
  } finally {
    await browser.close();
  }
});
