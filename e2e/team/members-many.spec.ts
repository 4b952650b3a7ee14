import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/platform/db/index.ts';
import { createLogger } from '#api/platform/log.ts';
import { addManyPeople } from '#seed/many-people.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The list of members of a large team.

const { openPerson } = useBrowser();
const MANY = 1000;
const ZOE = { name: 'Zoe Quinn', email: 'zoe@example.com' };
let product: Product;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
  const page = await openPerson();
  await signInQuietly(page, product, ZOE);
  const teamId = await makeTeam(page, product, 'Many');
  await product.stop();
  const db = await openDatabase({ dataFolder: product.data, logger: createLogger({ level: 'error' }) });
  await addManyPeople(db, teamId, MANY, new Date());
  await db.close();
  await product.start();
});
afterAll(async () => {
  await product?.remove();
});

test('a thousand people are a few rows at any place of the list, and anybody is found', async () => {
  const page = await openPerson();
  await signInQuietly(page, product, ZOE);

  await page.goto(`${product.webOrigin}/dashboard/members`);
  await page.locator('[data-line="0"]').waitFor();
  await page.getByText(`${(MANY + 1).toLocaleString('en-IN')} people`).waitFor();
  expect(await page.locator('[data-line]').count()).toBeLessThanOrEqual(100);
  // How many frames that gets, `npm run bench -- people` measures: here other specs run beside it.
  const seen = await page.evaluate(async () => {
    const scroller = document.querySelector('[role="table"]')?.parentElement;
    if (!scroller) throw new Error('There is no list');
    let most = 0;
    let empty = 0;
    for (let step = 0; step < 25; step += 1) {
      scroller.scrollTop += 2_000;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const rows = document.querySelectorAll('[data-line]').length;
      most = Math.max(most, rows);
      if (rows < 10) empty += 1;
    }
    return { most, empty, top: scroller.scrollTop };
  });
  expect(seen.top).toBeGreaterThan(40_000);
  expect(seen.most).toBeLessThanOrEqual(100);
  expect(seen.empty).toBe(0);

  const search = page.getByRole('searchbox', { name: 'Find people' });
  await search.fill('person.777@many');
  await expect.poll(() => page.locator('[data-line]').count()).toBe(1);
  await search.fill('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Zoe Quinn');
});
