import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The calendar shows tasks on their days. They can be moved, resized and created by pointer and keyboard.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

// Thursday, 12 November 2026: far from midnight and from the ends of the month.
const NOW = new Date('2026-11-12T12:00:00Z');
const on = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;

interface World {
  ada: Page;
  teamId: string;
  projectId: string;
  calendar: string;
  make: (task: Record<string, unknown>) => Promise<string>;
}

async function openWorld(options: Parameters<typeof openPerson>[0] = {}): Promise<World> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  await ada.clock.setFixedTime(NOW);
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const make = async (task: Record<string, unknown>) => {
    const path = `POST /teams/${teamId}/tasks`;
    const created = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...task });
    return created.task.id;
  };
  return { ada, teamId, projectId, calendar: `${board}?view=calendar`, make };
}

const day = (page: Page, which: number): Locator => page.locator(`[data-day="${on(which)}"]`);
const bar = (page: Page, title: string): Locator =>
  page.locator('[data-task-of]').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** Returns the days covered by each segment of a task, such as `2026-11-10..2026-11-12`. */
const daysOf = (page: Page, title: string): Promise<string[]> =>
  bar(page, title).evaluateAll((pieces) =>
    pieces.map((piece) => `${piece.getAttribute('data-from')}..${piece.getAttribute('data-to')}`),
  );
const expectDays = (page: Page, title: string, from: number, to = from) =>
  expect.poll(() => daysOf(page, title)).toEqual([`${on(from)}..${on(to)}`]);
/** Returns the focused element: the title of a task, or a day. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('data-day') ?? element?.textContent;
  });
const waitForStatus = (page: Page, hasText: string) => page.getByRole('status').filter({ hasText }).waitFor();

async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not on screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 8);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

test('moves, resizes, schedules and unschedules tasks by dragging, and undoes a move', async () => {
  const { ada, calendar, make } = await openWorld();
  await make({ title: 'Paint', startDate: on(10), dueDate: on(11) });
  await make({ title: 'Call', dueDate: on(17) });
  await make({ title: 'Someday' });
  await ada.goto(calendar);
  await expectDays(ada, 'Paint', 10, 11);
  await expectDays(ada, 'Call', 17);

  let requests = 0;
  ada.on('request', (request) => {
    if (request.method() === 'PATCH') requests += 1;
  });
  await drag(ada, bar(ada, 'Call'), day(ada, 19));
  await expectDays(ada, 'Call', 19);
  await waitForStatus(ada, 'Call: 19 Nov');
  // Dragging must not open the task's panel.
  expect(new URL(ada.url()).searchParams.get('task')).toBeNull();
  await bar(ada, 'Paint').hover();
  await drag(ada, bar(ada, 'Paint').locator('[data-end="to"]'), day(ada, 13));
  await expectDays(ada, 'Paint', 10, 13);
  await drag(ada, bar(ada, 'Paint').locator('[data-end="from"]'), day(ada, 12));
  await expectDays(ada, 'Paint', 12, 13);
  await expect.poll(() => requests).toBe(3);

  await ada.getByRole('button', { name: /^No date/ }).click();
  const tray = ada.getByRole('complementary', { name: 'No date' });
  await drag(ada, tray.getByText('Someday'), day(ada, 25));
  await expectDays(ada, 'Someday', 25);
  await drag(ada, bar(ada, 'Someday'), tray);
  await tray.getByText('Someday').waitFor();

  await ada.keyboard.press('Control+z');
  await expectDays(ada, 'Someday', 25);
});

test('moves, resizes, opens and creates tasks by keyboard', async () => {
  const { ada, calendar, make } = await openWorld();
  await make({ title: 'Paint', startDate: on(10), dueDate: on(11) });
  await make({ title: 'Call', dueDate: on(11) });
  await ada.goto(calendar.replace('?view=calendar', ''));
  await ada.getByRole('region', { name: 'To do' }).getByText('Call').waitFor();
  await ada.keyboard.press('v');
  await ada.keyboard.press('c');
  await expectDays(ada, 'Paint', 10, 11);
  const grid = ada.getByRole('grid', { name: 'Calendar' });
  expect(await grid.getByRole('columnheader').count()).toBe(7);
  expect(await day(ada, 11).textContent()).toContain('Wednesday, 11 November 2026, 2 tasks');
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await day(ada, 12).focus();
  await ada.keyboard.press('ArrowLeft');
  expect(await focused(ada)).toBe(on(11));
  await ada.keyboard.press('ArrowDown');
  expect(await focused(ada)).toBe('Paint');
  await ada.keyboard.press('ArrowDown');
  expect(await focused(ada)).toBe('Call');

  await ada.keyboard.press('Alt+ArrowRight');
  await expectDays(ada, 'Call', 12);
  await waitForStatus(ada, 'Call: Today');
  await ada.keyboard.press('Alt+ArrowDown');
  await expectDays(ada, 'Call', 19);
  expect(await focused(ada)).toBe('Call');
  await ada.keyboard.press('Shift+Alt+ArrowRight');
  await expectDays(ada, 'Call', 19, 20);
  await ada.keyboard.press('Control+z');
  await expectDays(ada, 'Call', 19);
  await expect.poll(() => focused(ada)).toBe('Call');

  // The shortcuts of a task work as in lists.
  await ada.keyboard.press('m');
  await ada.getByRole('dialog').getByRole('combobox').waitFor();
  await ada.keyboard.type('Tomorrow');
  await ada.keyboard.press('Enter');
  await expectDays(ada, 'Call', 13);
  await expect.poll(() => focused(ada)).toBe('Call');
  await ada.keyboard.press('Space');
  await ada.getByRole('complementary', { name: 'Task: Call' }).waitFor();
  await ada.keyboard.press('Escape');
  await ada.getByRole('complementary', { name: 'Task: Call' }).waitFor({ state: 'detached' });

  await day(ada, 26).focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('dialog', { name: 'New task' }).waitFor();
  await ada.keyboard.type('Pack');
  await ada.keyboard.press('Enter');
  await expectDays(ada, 'Pack', 26);

  await day(ada, 26).focus();
  await ada.keyboard.press('PageDown');
  await waitForStatus(ada, 'December 2026');
  expect(await focused(ada)).toBe('2026-12-26');
  await ada.keyboard.press('Shift+T');
  await expectDays(ada, 'Pack', 26);
  await ada.keyboard.press('.');
  await ada.getByRole('heading', { name: 'December 2026' }).waitFor();
  await ada.keyboard.press(',');
  await ada.getByRole('heading', { name: 'November 2026' }).waitFor();
});

test('shows the same filtered tasks in each layout, expands a full day, and is read-only for a guest', async () => {
  const { ada, teamId, calendar, make } = await openWorld();
  for (let at = 0; at < 12; at += 1)
    await make({ title: `Task ${at}`, dueDate: on(18), priority: at % 2 === 0 ? 'high' : 'none' });
  const filter = `filter=${encodeURIComponent('priority:high')}`;
  const high = [0, 2, 4, 6, 8, 10].map((at) => `Task ${at}`).toSorted();
  const titles = async () => {
    const links = await ada.getByRole('link', { name: /^Task \d+$/ }).allTextContents();
    return [...new Set(links)].toSorted();
  };
  for (const view of ['list', 'board', 'table', 'timeline', 'workload', 'calendar']) {
    await ada.goto(calendar.replace('view=calendar', `view=${view}&${filter}`));
    if (view === 'workload') await ada.getByRole('button', { name: /^Nobody, .*6 tasks/ }).click();
    if (view === 'calendar') {
      await day(ada, 18).getByRole('button', { name: /more/ }).click();
      await ada.getByRole('dialog', { name: 'Wednesday, 18 November' }).waitFor();
    }
    await expect.poll(titles).toEqual(high);
  }
  await ada.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await ada.getByRole('button', { name: 'Week', exact: true }).click();
  await expect.poll(() => new URL(ada.url()).searchParams.get('scale')).toBe('week');
  await expect.poll(titles).toEqual(high);

  // Another user who opens the URL sees the same tasks, read-only.
  const gus = await openPerson({ viewport: { width: 1440, height: 900 } });
  await gus.clock.setFixedTime(NOW);
  const gusId = await signInQuietly(gus, product, { name: 'Gus Hale', email: `gus.${teams}@example.com` });
  await joinTeam(ada, gus, product, teamId, 'guest');
  const projectId = new URL(ada.url()).pathname.split('/').at(-1);
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${gusId}`, {
    level: 'view',
  });
  await gus.goto(ada.url());
  await gus.getByRole('grid', { name: 'Calendar' }).waitFor();
  await gus.keyboard.press('.');
  await gus.getByRole('link', { name: 'Task 0' }).focus();
  await gus.keyboard.press('Alt+ArrowRight');
  await waitForStatus(gus, 'You can’t edit this task');
});

test('lists the tasks of the selected day on a phone, and moves and creates tasks there', async () => {
  const { ada, calendar, make } = await openWorld({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await make({ title: 'Call', dueDate: on(17) });
  await ada.goto(calendar);
  await day(ada, 17).tap();
  const below = ada.getByRole('region', { name: 'Tuesday, 17 November' });
  await below.getByRole('link', { name: 'Call' }).waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const size = await day(ada, 17).boundingBox();
  expect(size?.height).toBeGreaterThanOrEqual(44);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await below.getByRole('button', { name: 'Move Call to another day' }).tap();
  await ada.getByRole('option', { name: 'Tomorrow' }).tap();
  await below.getByText('No tasks').waitFor();
  await day(ada, 13).tap();
  const friday = ada.getByRole('region', { name: 'Friday, 13 November' });
  await friday.getByRole('link', { name: 'Call' }).waitFor();
  await friday.getByRole('button', { name: 'Add task' }).tap();
  await ada.getByRole('dialog', { name: 'New task' }).getByRole('textbox', { name: 'Title' }).fill('Pack');
  await ada.getByRole('button', { name: 'Create task' }).tap();
  await friday.getByRole('link', { name: 'Pack' }).waitFor();
});
