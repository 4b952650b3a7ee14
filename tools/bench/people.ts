import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openInProcess } from '#seed/in-process.ts';
import { addManyPeople } from '#seed/many-people.ts';
import { makeSeedTeam } from '#seed/team.ts';
import { openBrowser, signIn } from './browser.ts';
import { percentile, print } from './figures.ts';
import { runProduct } from './product.ts';
import { measureScroll } from './scrolling.ts';

// The members screen of a team of a thousand: until it can be used, a search as it is typed, and how it scrolls.
const PEOPLE = 1000;
const ROW = '[data-line]';

async function seed(dataFolder: string): Promise<string> {
  const now = new Date();
  const api = await openInProcess({ HEARTH_DATA: dataFolder }, now);
  try {
    const seeded = await makeSeedTeam(api, { name: 'Bench', people: 1, guests: 0, projects: 1 });
    await addManyPeople(api.app.db, seeded.team._id, PEOPLE - 1, now);
    return seeded.people[0]?.email ?? '';
  } finally {
    await api.close();
  }
}

/** Milliseconds from the start of the navigation to the second frame after the first row stands. */
async function openMembers(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(ROW);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      ),
  );
}

/** Milliseconds from a key to the second frame after what it leaves of the list stands. */
async function typeIntoSearch(page: Page): Promise<number[]> {
  await page.getByRole('searchbox').focus();
  const times: number[] = [];
  for (const key of 'sato 77') {
    const began = await page.evaluate(() => performance.now());
    await page.keyboard.press(key);
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
        ),
    );
    times.push(painted - began);
  }
  return times;
}

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
const browser = await openBrowser();
try {
  const email = await seed(folder);
  const product = await runProduct({ HEARTH_DATA: folder });
  try {
    const address = `${product.webOrigin}/dashboard/members`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(context, product, email);
    const page = await context.newPage();
    print('1,000 people: usable, cold', await openMembers(page, address), 'ms');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const warm: number[] = [];
    for (let run = 0; run < 5; run += 1) warm.push(await openMembers(page, address));
    print('1,000 people: usable, warm, median of 5', percentile(warm, 0.5), 'ms');
    print('1,000 people: rows in the page', await page.locator(ROW).count(), '');
    await measureScroll(page, '1,000 people: scrolling', 'main div');
    print('1,000 people: a letter of the search, p95', percentile(await typeIntoSearch(page), 0.95), 'ms');
  } finally {
    await product.stop();
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
