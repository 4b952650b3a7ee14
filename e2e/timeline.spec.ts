import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from './support/accessibility.ts';
import { useBrowser } from './support/browser.ts';
import { waitForOfflineCopy } from './support/kept-data.ts';
import { startProduct, type Product } from './support/product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// Tasks as bars over time: moved by hand and by keys, and what waits for them along with them, as one step.

const { openPerson, allowFaults } = useBrowser();
let product: Product;
let teams = 0;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

// A Thursday, far from midnight.
const NOW = new Date('2026-11-12T12:00:00Z');
const on = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

interface World {
  ada: Page;
  timeline: string;
  make: (task: Record<string, unknown>) => Promise<string>;
  /** The first blocks the second. */
  block: (taskId: string, otherId: string) => Promise<void>;
}

async function openWorld(options: Parameters<typeof openPerson>[0] = {}): Promise<World> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  await ada.clock.setFixedTime(NOW);
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  return {
    ada,
    timeline: `${board}?view=timeline`,
    make: async (task) => {
      const path = `POST /teams/${teamId}/tasks`;
      const made = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...task });
      return made.task.id;
    },
    block: (taskId, otherId) =>
      callApi(ada, product, `POST /teams/${teamId}/tasks/${taskId}/relations`, { side: 'blocks', otherId }),
  };
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const bar = (page: Page, title: string): Locator => row(page, title).locator('[data-bar]');
/** What is said of a task's days. */
const lies = (page: Page, title: string, days: string) =>
  expect
    .poll(async () => (await row(page, title).getByRole('gridcell').textContent())?.split(',')[0])
    .toBe(days);
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function dragBy(page: Page, what: Locator, days: number, dayWidth: number): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not on screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y);
  await page.mouse.move(x + days * dayWidth, y);
  await page.mouse.up();
}

test('bars are moved and made longer by hand and by keys; what waits goes along, as one step of undo', async () => {
  const { ada, timeline, make, block } = await openWorld();
  const dig = await make({ title: 'Dig', startDate: on(9), dueDate: on(10) });
  const pour = await make({ title: 'Pour', startDate: on(11), dueDate: on(12) });
  const dry = await make({ title: 'Dry', startDate: on(13), dueDate: on(16) });
  await make({ title: 'Paint', startDate: on(17), dueDate: on(18) });
  await make({ title: 'Someday' });
  await block(dig, pour);
  await block(pour, dry);
  await ada.goto(timeline.replace('?view=timeline', ''));
  await ada.getByRole('region', { name: 'To do' }).getByText('Someday').waitFor();
  await ada.keyboard.press('v');
  await ada.keyboard.press('g');
  await lies(ada, 'Dig', '9 Nov – 10 Nov');
  await expect
    .poll(() => ada.getByRole('grid', { name: 'Timeline' }).locator('[data-links] path').count())
    .toBe(2);
  expect(await findBarriers(ada)).toEqual([]);

  await dragBy(ada, bar(ada, 'Paint'), 2, 18);
  await lies(ada, 'Paint', '19 Nov – 20 Nov');
  await dragBy(ada, bar(ada, 'Paint').locator('[data-end="to"]'), 1, 18);
  await lies(ada, 'Paint', '19 Nov – 21 Nov');
  expect(new URL(ada.url()).searchParams.get('task')).toBeNull();
  await ada.keyboard.press('Control+z');
  await lies(ada, 'Paint', '19 Nov – 20 Nov');

  // What waits for it would begin too early.
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('Shift+Alt+ArrowRight');
  const dialog = ada.getByRole('dialog', { name: 'Move what waits for it, too?' });
  await dialog.getByText('Pour').waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual([
      'Dig9 Nov – 10 Nov → 9 Nov – Yesterday',
      'PourYesterday – Today → Today – Tomorrow',
      'DryTomorrow – 16 Nov → 16 Nov – 17 Nov',
    ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await lies(ada, 'Dig', '9 Nov – 10 Nov');
  let requests = 0;
  ada.on('request', (request) => {
    if (request.method() === 'PATCH') requests += 1;
  });
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await dialog.getByRole('button', { name: 'Move all' }).click();
  await said(ada, '3 tasks moved');
  await lies(ada, 'Dry', '16 Nov – 17 Nov');
  await expect.poll(() => requests).toBe(1);
  await waitForOfflineCopy(ada);
  await ada.reload();
  await lies(ada, 'Dry', '16 Nov – 17 Nov');
  await expect
    .poll(
      async () => {
        const days = await row(ada, 'Dry').getByRole('gridcell').textContent();
        if (days?.startsWith('Tomorrow – 16 Nov') === true) return true;
        await ada.keyboard.press('Control+z');
        return false;
      },
      { interval: 500, timeout: 10_000 },
    )
    .toBe(true);
  await lies(ada, 'Dig', '9 Nov – 10 Nov');
  await lies(ada, 'Pour', 'Yesterday – Today');

  // What has no date gets one where its time is pressed.
  await row(ada, 'Someday')
    .getByRole('gridcell')
    .click({ position: { x: 130 * 18, y: 10 } });
  await lies(ada, 'Someday', '22 Nov');
});

test('the scale stands in the address, and without a network it works as well', async () => {
  const { ada, timeline, make } = await openWorld();
  await make({ title: 'Dig', startDate: on(9), dueDate: on(10) });
  await make({ title: 'Pour', startDate: on(11), dueDate: on(12) });
  await ada.goto(timeline);
  await lies(ada, 'Dig', '9 Nov – 10 Nov');
  const before = await bar(ada, 'Dig').boundingBox();
  await ada.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => new URL(ada.url()).searchParams.get('scale')).toBe('day');
  await expect
    .poll(async () => (await bar(ada, 'Dig').boundingBox())?.width)
    .toBeGreaterThan((before?.width ?? 0) * 2);
  await waitForOfflineCopy(ada);
  allowFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/);
  await ada.context().setOffline(true);
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('Alt+ArrowRight');
  await lies(ada, 'Pour', 'Today – Tomorrow');
  await ada.context().setOffline(false);
  const other = await openPerson({ viewport: { width: 1440, height: 900 } });
  await other.clock.setFixedTime(NOW);
  await other.context().addCookies(await ada.context().cookies());
  await other.goto(ada.url());
  await lies(other, 'Pour', 'Today – Tomorrow');
});

test('on a phone the names stay while the time is scrolled, and a task is moved by its button', async () => {
  const { ada, timeline, make } = await openWorld({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await make({ title: 'Dig', dueDate: on(11) });
  await ada.goto(timeline);
  await lies(ada, 'Dig', 'Yesterday');
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await ada.getByRole('button', { name: 'Show the time after' }).tap();
  const name = await row(ada, 'Dig').getByRole('rowheader').boundingBox();
  expect(Math.abs(name?.x ?? 99)).toBeLessThanOrEqual(1);
  expect(name?.height).toBeGreaterThanOrEqual(44);
  expect(await findBarriers(ada)).toEqual([]);
  await row(ada, 'Dig').getByRole('button', { name: 'Move Dig to another day' }).tap();
  await ada.getByRole('option', { name: 'Tomorrow' }).tap();
  await lies(ada, 'Dig', 'Tomorrow');
});
