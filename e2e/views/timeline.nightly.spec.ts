import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The timeline shows tasks as bars. They are moved by pointer and keyboard together with their dependents in one step.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

// A Thursday, at a time far from midnight.
const NOW = new Date('2026-11-12T12:00:00Z');
const on = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

interface World {
  ada: Page;
  teamId: string;
  userId: string;
  timeline: string;
  make: (task: Record<string, unknown>) => Promise<string>;
  /** Relates two tasks so that the first blocks (or precedes) the second. */
  block: (taskId: string, otherId: string, side?: 'blocks' | 'precedes') => Promise<void>;
}

async function openWorld(options: Parameters<typeof openPerson>[0] = {}): Promise<World> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  await ada.clock.setFixedTime(NOW);
  teams += 1;
  const userId = await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  return {
    ada,
    teamId,
    userId,
    timeline: `${board}?view=timeline`,
    make: async (task) => {
      const path = `POST /teams/${teamId}/tasks`;
      const created = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...task });
      return created.task.id;
    },
    block: (taskId, otherId, side = 'blocks') =>
      callApi(ada, product, `POST /teams/${teamId}/tasks/${taskId}/relations`, { side, otherId }),
  };
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const bar = (page: Page, title: string): Locator => row(page, title).locator('[data-bar]');
/** Expects a task to be on these days, according to its accessible text. */
const expectDays = (page: Page, title: string, days: string) =>
  expect
    .poll(async () => (await row(page, title).getByRole('gridcell').textContent())?.split(',')[0])
    .toBe(days);
const waitForStatus = (page: Page, hasText: string) => page.getByRole('status').filter({ hasText }).waitFor();

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

test('moves and resizes bars, and moves dependents along in one request and one undo step', async () => {
  const { ada, timeline, make, block } = await openWorld();
  const dig = await make({ title: 'Dig', startDate: on(9), dueDate: on(10) });
  const pour = await make({ title: 'Pour', startDate: on(11), dueDate: on(12) });
  const dry = await make({ title: 'Dry', startDate: on(13), dueDate: on(16) });
  await make({ title: 'Paint', startDate: on(17), dueDate: on(18) });
  await make({ title: 'Someday' });
  await block(dig, pour);
  // Dependents by planned order are also moved along.
  await block(pour, dry, 'precedes');
  await ada.goto(timeline.replace('?view=timeline', ''));
  await ada.getByRole('region', { name: 'To do' }).getByText('Someday').waitFor();
  await ada.keyboard.press('v');
  await ada.keyboard.press('g');
  await expectDays(ada, 'Dig', '9 Nov – 10 Nov');
  await expect
    .poll(() => ada.getByRole('grid', { name: 'Timeline' }).locator('[data-links] path').count())
    .toBe(2);
  expect(await ada.locator('[data-links] path[data-kind="precedes"]').count()).toBe(1);
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await dragBy(ada, bar(ada, 'Paint'), 2, 18);
  await expectDays(ada, 'Paint', '19 Nov – 20 Nov');
  await dragBy(ada, bar(ada, 'Paint').locator('[data-end="to"]'), 1, 18);
  await expectDays(ada, 'Paint', '19 Nov – 21 Nov');
  expect(new URL(ada.url()).searchParams.get('task')).toBeNull();
  await ada.keyboard.press('Control+z');
  await expectDays(ada, 'Paint', '19 Nov – 20 Nov');

  // The move would let its dependent start too early.
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('Shift+Alt+ArrowRight');
  const dialog = ada.getByRole('dialog', { name: 'Also move dependent tasks?' });
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
  await expectDays(ada, 'Dig', '9 Nov – 10 Nov');
  let requests = 0;
  ada.on('request', (request) => {
    if (request.method() === 'PATCH') requests += 1;
  });
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await dialog.getByRole('button', { name: 'Move all' }).click();
  await waitForStatus(ada, '3 tasks moved');
  await expectDays(ada, 'Dry', '16 Nov – 17 Nov');
  await expect.poll(() => requests).toBe(1);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => row(ada, 'Dry').getByRole('gridcell').textContent()).toMatch(/^Tomorrow – 16 Nov/);
  await expectDays(ada, 'Dig', '9 Nov – 10 Nov');
  await expectDays(ada, 'Pour', 'Yesterday – Today');

  // A click on the row of a task without dates sets the date.
  await row(ada, 'Someday')
    .getByRole('gridcell')
    .click({ position: { x: 130 * 18, y: 10 } });
  await expectDays(ada, 'Someday', '22 Nov');
});

test('stores the scale in the URL, and syncs a move at that scale to another browser', async () => {
  const { ada, timeline, make } = await openWorld();
  await make({ title: 'Dig', startDate: on(9), dueDate: on(10) });
  await make({ title: 'Pour', startDate: on(11), dueDate: on(12) });
  await ada.goto(timeline);
  await expectDays(ada, 'Dig', '9 Nov – 10 Nov');
  const widthFor = async (who: Page) => (await bar(who, 'Dig').boundingBox())?.width ?? 0;
  const before = await widthFor(ada);
  await ada.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => new URL(ada.url()).searchParams.get('scale')).toBe('day');
  await expect.poll(() => widthFor(ada)).toBeGreaterThan(before * 2);
  await row(ada, 'Dig').getByRole('link').focus();
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('Alt+ArrowRight');
  await expectDays(ada, 'Pour', 'Today – Tomorrow');
  const other = await openPerson({ viewport: { width: 1440, height: 900 } });
  await other.clock.setFixedTime(NOW);
  await other.context().addCookies(await ada.context().cookies());
  await other.goto(ada.url());
  await expectDays(other, 'Pour', 'Today – Tomorrow');
  expect(await widthFor(other)).toBeGreaterThan(before * 2);
});

test('keeps task names in view while scrolling on a phone, and moves a task via a menu', async () => {
  const { ada, timeline, make } = await openWorld({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await make({ title: 'Dig', dueDate: on(11) });
  await ada.goto(timeline);
  await expectDays(ada, 'Dig', 'Yesterday');
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await ada.getByRole('button', { name: 'Show the time after' }).tap();
  const name = await row(ada, 'Dig').getByRole('rowheader').boundingBox();
  expect(Math.abs(name?.x ?? 99)).toBeLessThanOrEqual(1);
  expect(name?.height).toBeGreaterThanOrEqual(44);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await row(ada, 'Dig').getByRole('button', { name: 'Move Dig to another day' }).tap();
  await ada.getByRole('option', { name: 'Tomorrow' }).tap();
  await expectDays(ada, 'Dig', 'Tomorrow');
});

test('scrolls to an off-screen bar with the edge arrow', async () => {
  const { ada, timeline, make } = await openWorld();
  await make({ title: 'Now', startDate: on(11), dueDate: on(13) });
  await make({ title: 'Later', startDate: '2027-06-07', dueDate: '2027-06-09' });
  await ada.goto(timeline);
  const arrow = (title: string): Locator =>
    row(ada, title).getByRole('button', { name: `Show the days of ${title}` });
  const edges = async (title: string): Promise<number[]> => {
    const [one, grid] = await Promise.all([
      arrow(title).boundingBox(),
      ada.getByRole('grid', { name: 'Timeline' }).boundingBox(),
    ]);
    return [(one?.x ?? 0) - (grid?.x ?? 0), (grid?.x ?? 0) + (grid?.width ?? 0) - (one?.x ?? 0)].map(
      Math.round,
    );
  };
  await arrow('Later').waitFor();
  expect(await arrow('Now').count()).toBe(0);
  expect((await edges('Later'))[1]).toBeLessThan(60);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await row(ada, 'Later')
    .getByRole('link')
    .evaluate((link) => (link as HTMLElement).focus({ preventScroll: true }));
  await ada.keyboard.press('Tab');
  await expect.poll(() => arrow('Later').evaluate((one) => one === document.activeElement)).toBe(true);
  await ada.keyboard.press('Enter');
  await arrow('Later').waitFor({ state: 'detached' });
  expect(
    await row(ada, 'Later')
      .getByRole('link')
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  // The arrow is directly to the right of the names, which are 280 px wide.
  await arrow('Now').waitFor();
  expect((await edges('Now'))[0]).toBe(281);
  await arrow('Now').click();
  await arrow('Now').waitFor({ state: 'detached' });
  await arrow('Later').waitFor();
  expect(new URL(ada.url()).searchParams.get('task')).toBeNull();
});

test('highlights the critical path across a reload, and recomputes the path after moves', async () => {
  const { ada, timeline, make, block } = await openWorld();
  const dig = await make({ title: 'Dig', startDate: on(12), dueDate: on(13) });
  const pour = await make({ title: 'Pour', startDate: on(16), dueDate: on(17) });
  const dry = await make({ title: 'Dry', startDate: on(18), dueDate: on(20) });
  await make({ title: 'Paint', startDate: on(16), dueDate: on(18) });
  await block(dig, pour);
  await block(pour, dry);
  await ada.goto(timeline);
  // If a bar is too short for its title, the title is shown next to the bar.
  const marked = () =>
    ada
      .locator('[data-bar][data-critical]')
      .evaluateAll((bars) => bars.map((bar) => bar.textContent || bar.nextElementSibling?.textContent || ''));
  await expectDays(ada, 'Dry', '18 Nov – 20 Nov');
  expect(await marked()).toEqual([]);
  await ada.getByRole('button', { name: 'Critical path' }).click();
  await waitForStatus(ada, 'Ends 20 Nov: 3 tasks decide it');
  expect((await marked()).toSorted()).toEqual(['Dig', 'Dry', 'Pour']);
  expect(await ada.locator('[data-links] path[data-critical]').count()).toBe(2);
  await row(ada, 'Dig')
    .getByRole('gridcell')
    .getByText('On the critical path')
    .waitFor({ state: 'attached' });
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await ada.reload();
  await waitForStatus(ada, 'Ends 20 Nov: 3 tasks decide it');

  // With slack before the last task, its predecessors are no longer critical.
  await row(ada, 'Dry').getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await ada.keyboard.press('Alt+ArrowRight');
  await ada.keyboard.press('Alt+ArrowRight');
  await waitForStatus(ada, 'Ends 23 Nov: 1 task decides it');
  for (let step = 0; step < 3; step += 1) await ada.keyboard.press('Control+z');
  await waitForStatus(ada, 'Ends 20 Nov: 3 tasks decide it');
  await ada.getByRole('button', { name: 'Critical path' }).click();
  await expect.poll(marked).toEqual([]);
  expect(new URL(ada.url()).searchParams.get('path')).toBeNull();
});

test('moves dependents past their assignees’ days off', async () => {
  const { ada, timeline, make, block, teamId, userId } = await openWorld();
  const dig = await make({ title: 'Dig', startDate: on(12), dueDate: on(13) });
  const pour = await make({ title: 'Pour', startDate: on(16), dueDate: on(17), assigneeIds: [userId] });
  await block(dig, pour);
  const offId = '0192aaaa-0000-7000-8000-000000000001';
  await callApi(ada, product, `PATCH /teams/${teamId}/members/${userId}/work-time`, {
    absences: { [offId]: { from: on(18), to: on(19), word: 'Leave' } },
  });
  await ada.goto(timeline);
  await expectDays(ada, 'Pour', '16 Nov – 17 Nov');
  await dragBy(ada, bar(ada, 'Dig'), 4, 18);
  const dialog = ada.getByRole('dialog', { name: 'Also move dependent tasks?' });
  await dialog.getByText('20 Nov – 23 Nov').waitFor();
  await dialog.getByRole('button', { name: 'Move all' }).click();
  await expectDays(ada, 'Pour', '20 Nov – 23 Nov');
});
