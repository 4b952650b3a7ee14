import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { card, column, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// On a board with more columns than fit into the window, distant columns render no cards. Users do not notice this.

const { openPerson } = useBrowser();
const COLUMNS = 60;
/** Number of cards in the first column, which is therefore higher than the window. All other columns have two cards. */
const LONG = 40;
const VIEWPORT = { width: 1440, height: 900 };
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
const LAST = `Label ${COLUMNS}`;
const product = useProduct();
let address: string;

beforeAll(async () => {
  const page = await openPerson();
  await signInQuietly(page, product, ADA);
  const teamId = await makeTeam(page, product, 'Wide');
  await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { projectId, board } = await makeProject(page, product, teamId, 'Website');
  for (let at = 1; at <= COLUMNS; at += 1) {
    const name = nameColumn(at);
    const created = await callApi<{ label: { id: string } }>(page, product, `POST /teams/${teamId}/labels`, {
      name,
    });
    for (let task = 1; task <= (at === 1 ? LONG : 2); task += 1)
      await callApi(page, product, `POST /teams/${teamId}/tasks`, {
        title: `Task ${at}.${task}`,
        projectId,
        labelIds: [created.label.id],
      });
  }
  address = `${board}?group=label`;
}, 180_000);
const nameColumn = (at: number): string => `Label ${String(at).padStart(2, '0')}`;
const boardOf = (page: Page): Locator => page.locator('[data-slot]').first().locator('xpath=..');
const drawn = (page: Page): Promise<number> => page.locator('[data-task-of]').count();
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.textContent ?? null);

async function openWide(search = ''): Promise<Page> {
  const page = await openPerson({ viewport: VIEWPORT });
  await signInQuietly(page, product, ADA);
  await page.goto(`${address}${search}`);
  await page.locator('[data-task-of]').first().waitFor();
  return page;
}

/** Scrolls the board until a column is visible. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await column(page, name).waitFor({ state: 'attached' });
  await boardOf(page).evaluate((board, name) => {
    const target = board.querySelector(`[aria-label="${name}"]`);
    const box = target?.getBoundingClientRect();
    board.scrollLeft += (box?.left ?? 0) - board.getBoundingClientRect().left - 400;
  }, name);
}

test('renders cards only in columns near the viewport, but counts for all columns', async () => {
  const page = await openWide();
  await expect.poll(() => column(page, LAST).count()).toBe(1);
  expect(await column(page, LAST).getByText('2 tasks').count()).toBe(1);
  expect(await column(page, LAST).locator('[data-task-of]').count()).toBe(0);
  // Four or five columns fit into the window. The same number is rendered on each side.
  await expect.poll(() => drawn(page)).toBeLessThan(80);
  const widths = await page
    .locator('[data-slot]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().width))]);
  expect(widths).toEqual([288]);

  await scrollTo(page, LAST);
  await card(page, LAST, `Task ${COLUMNS}.2`).waitFor();
  await expect.poll(() => card(page, nameColumn(20), 'Task 20.1').count()).toBe(0);
  await expect.poll(() => drawn(page)).toBeLessThan(80);
  await scrollTo(page, nameColumn(30));
  await card(page, nameColumn(30), 'Task 30.1').waitFor();
  await expect.poll(() => column(page, LAST).locator('[data-task-of]').count()).toBe(0);
});

test('restores the scroll position of a column that returns to the viewport', async () => {
  const page = await openWide();
  const list = column(page, nameColumn(1)).getByRole('list').locator('xpath=..');
  await list.evaluate((scroller) => (scroller.scrollTop = 1500));
  await card(page, nameColumn(1), 'Task 1.22').waitFor();
  await expect
    .poll(() =>
      card(page, nameColumn(1), 'Task 1.1')
        .filter({ hasText: /Task 1\.1(?!\d)/ })
        .count(),
    )
    .toBe(0);
  const before = await list.evaluate(({ scrollTop, scrollHeight }) => ({ scrollTop, scrollHeight }));

  await scrollTo(page, LAST);
  await expect.poll(() => column(page, nameColumn(1)).locator('[data-task-of]').count()).toBe(0);
  expect(await list.evaluate(({ scrollTop, scrollHeight }) => ({ scrollTop, scrollHeight }))).toEqual(before);
  await scrollTo(page, nameColumn(1));
  await card(page, nameColumn(1), 'Task 1.22').waitFor();
  expect(await list.evaluate(({ scrollTop, scrollHeight }) => ({ scrollTop, scrollHeight }))).toEqual(before);
});

test('reaches every column with the arrow keys and keeps focus while scrolling', async () => {
  const page = await openWide();
  await card(page, nameColumn(1), 'Task 1.2').first().getByRole('link').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toBe('Task 1.1');
  for (let at = 2; at <= COLUMNS; at += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe(`Task ${at}.1`);
  }
  await expect.poll(() => drawn(page)).toBeLessThan(80);

  await scrollTo(page, nameColumn(1));
  await card(page, nameColumn(1), 'Task 1.1').first().waitFor();
  await expect.poll(() => column(page, nameColumn(50)).locator('[data-task-of]').count()).toBe(0);
  expect(await focused(page)).toBe(`Task ${COLUMNS}.1`);
  // The next arrow key continues from the focused card.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe(`Task ${COLUMNS}.2`);
  await expect
    .poll(() => column(page, LAST).evaluate((one) => one.getBoundingClientRect().right <= window.innerWidth))
    .toBe(true);
});

test('moves a card to a distant column with the dialog, and keeps the card focused', async () => {
  const page = await openWide();
  await card(page, nameColumn(2), 'Task 2.2').getByRole('link').focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('radio', { name: nameColumn(55) }).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => focused(page)).toBe('Task 2.2');
  expect(await card(page, nameColumn(55), 'Task 2.2').count()).toBe(1);
});

test('drags a card to a column that scrolls into view during the drag', async () => {
  const page = await openWide();
  const from = await card(page, nameColumn(3), 'Task 3.1').boundingBox();
  const edge = await boardOf(page).boundingBox();
  if (from === null || edge === null) throw new Error('No card to drag.');
  await page.mouse.move(from.x + 40, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  // Hold the card at the edge to make the board scroll automatically.
  await page.mouse.move(edge.x + edge.width - 12, from.y + 120, { steps: 12 });
  const far = nameColumn(20);
  await expect
    .poll(
      async () => {
        await page.mouse.move(edge.x + edge.width - 12 - Math.random() * 4, from.y + 120);
        return (await column(page, far).boundingBox())?.x ?? Number.POSITIVE_INFINITY;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBeLessThan(edge.x + edge.width - 320);
  const target = await column(page, far).boundingBox();
  if (target === null) throw new Error('There is no column to drop on.');
  await page.mouse.move(target.x + 140, target.y + 500, { steps: 6 });
  const over = page.locator('[data-over]');
  await over.waitFor();
  const name = (await over.getAttribute('aria-label')) ?? '';
  await page.mouse.up();
  await card(page, name, 'Task 3.1').waitFor();
  expect(Number(name.slice(-2))).toBeGreaterThan(15);
});

test('selects all cards, including those not rendered', async () => {
  const page = await openWide();
  // Hover first: the code that handles keys is loaded on the first pointer or key event on the board.
  await card(page, nameColumn(2), 'Task 2.1').hover();
  await selectAll(page);
  const all = LONG + (COLUMNS - 1) * 2;
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText(`${all} selected`).waitFor();
  await scrollTo(page, LAST);
  await card(page, LAST, `Task ${COLUMNS}.2`).waitFor();
  expect(await card(page, LAST, `Task ${COLUMNS}.2`).locator('[data-chosen]').count()).toBe(1);
});

test('selects cards with a lasso in columns that were scrolled into view', async () => {
  const page = await openWide();
  await card(page, nameColumn(2), 'Task 2.1').getByRole('link').focus();
  await page.keyboard.press('x');
  const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' });
  await toolbar.waitFor();
  await page.keyboard.press('Escape');
  await toolbar.waitFor({ state: 'detached' });
  await scrollTo(page, LAST);
  await card(page, LAST, `Task ${COLUMNS}.2`).waitFor();

  const [first, last] = [column(page, nameColumn(COLUMNS - 1)), column(page, LAST)];
  const [begin, end] = [await first.boundingBox(), await last.boundingBox()];
  if (begin === null || end === null) throw new Error('There are no columns to draw a frame over.');
  await page.mouse.move(end.x + end.width - 4, end.y + 500);
  await page.mouse.down();
  await page.mouse.move(begin.x + 20, begin.y + 60, { steps: 8 });
  await expect.poll(() => page.locator('[data-task-of][data-chosen]').count()).toBe(4);
  await page.mouse.up();
});

test('restores focus to the card when its panel is closed, even after scrolling', async () => {
  const page = await openWide();
  const link = card(page, nameColumn(2), 'Task 2.1').getByRole('link');
  await link.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Task: Task 2.1' });
  await panel.waitFor();
  await scrollTo(page, LAST);
  await card(page, LAST, `Task ${COLUMNS}.2`).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Task 2.1');
});

test('renders only nearby cards in swimlanes', async () => {
  const page = await openWide('&rows=priority');
  await expect.poll(() => page.locator('[data-slot]').count()).toBeGreaterThan(COLUMNS);
  await expect.poll(() => drawn(page)).toBeLessThan(80);
});
