import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { openBrowser, signIn } from './browser.ts';
import { percentile, print } from './figures.ts';
import { seedTasks, seedTeamOfThirteenThousand, type PageData } from './page-data.ts';
import { runProduct, type Running } from './product.ts';
import { waitForPaint } from './settling.ts';

// A board on a device without a copy of the team, with nothing in the cache: what somebody waits for who opens a link. Needs the
// built product and TEST_DATABASE_URL, a PostgreSQL server on which databases may be made.
const VIEWPORT = { width: 1440, height: 900 };
const RUNS = 5;
const CARD = 'section[aria-label] [role=listitem]';

interface Cold {
  usableMs: number;
  requests: number;
  bytes: number;
}

async function openCold(browser: Browser, product: Running, data: PageData, slower: number): Promise<Cold> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    await signIn(context, product, data.ownerEmail);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) =>
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
    );
    await page.goto(`${product.webOrigin}/dashboard/projects/${data.projectId}`, { waitUntil: 'commit' });
    await page.waitForSelector(CARD);
    const usableMs = await waitForPaint(page);
    const bytes = await Promise.all(sizes);
    return { usableMs, requests: bytes.length, bytes: bytes.reduce((sum, one) => sum + one, 0) };
  } finally {
    await context.close();
  }
}

async function measure(
  browser: Browser,
  admin: string,
  name: string,
  seed: (env: Record<string, string>) => Promise<PageData>,
): Promise<void> {
  const database = await createPostgresDatabase(admin);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const env = { HEARTH_DATA: folder, DATABASE_URL: database.url };
  try {
    const data = await seed(env);
    const product = await runProduct(env);
    try {
      for (const slower of [1, 4]) {
        const visits: Cold[] = [];
        for (let run = 0; run < RUNS; run += 1) visits.push(await openCold(browser, product, data, slower));
        const times = visits.map(({ usableMs }) => usableMs);
        print(
          `${name}: usable, cold, CPU ${slower} × slower, median of ${RUNS}`,
          percentile(times, 0.5),
          'ms',
        );
        const [first] = visits;
        print(`${name}: requests until then`, first?.requests ?? Number.NaN, '');
        print(`${name}: loaded until then`, (first?.bytes ?? Number.NaN) / 1000, 'kB');
      }
    } finally {
      await product.stop();
    }
  } finally {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined) {
  console.log('Not measured: set TEST_DATABASE_URL to a PostgreSQL server on which databases may be made.');
} else {
  const browser = await openBrowser();
  try {
    await measure(browser, admin, 'a board of 1,300 in a team of 13,000', seedTeamOfThirteenThousand);
    await measure(browser, admin, 'a board of 10,000', (env) => seedTasks(env, 10_000, async () => {}));
  } finally {
    await browser.close();
  }
}
