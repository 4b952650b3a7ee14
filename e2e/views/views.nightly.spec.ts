import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column, unfoldHead } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Views of tasks can be filtered, grouped and sorted by keyboard and shared by their URL.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let teams = 0;

interface World {
  ada: Page;
  bob: Page;
  adaId: string;
  bobId: string;
  teamId: string;
  projectId: string;
  board: string;
  make: (task: Record<string, unknown>) => Promise<string>;
}

async function openWorld(viewport = { width: 1440, height: 900 }): Promise<World> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  const adaId = await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const make = async (task: Record<string, unknown>) => {
    const path = `POST /teams/${teamId}/tasks`;
    const { task: created } = await callApi<{ task: { id: string } }>(ada, product, path, {
      projectId,
      ...task,
    });
    return created.id;
  };
  return { ada, bob, adaId, bobId, teamId, projectId, board, make };
}

const cards = (page: Page) => page.locator('[data-task-id]');
const titles = async (page: Page) => (await cards(page).allTextContents()).toSorted();
const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** Chooses an option of the open list by typing its text. */
async function pick(page: Page, text: string): Promise<void> {
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
}

test('creates a filter by keyboard, and applies the filter in the URL for another user', async () => {
  const { ada, bob, make, board } = await openWorld();
  await make({ title: 'Burning', priority: 'urgent' });
  await make({ title: 'Waiting', priority: 'low' });
  await ada.goto(board);
  await card(ada, 'To do', 'Waiting').waitFor();

  await ada.keyboard.press('f');
  await ada.getByRole('combobox', { name: 'Search Filter' }).waitFor();
  await pick(ada, 'Priority');
  await ada.getByRole('combobox', { name: 'Search Priority' }).waitFor();
  await pick(ada, 'Urgent');
  await card(ada, 'To do', 'Waiting').waitFor({ state: 'detached' });
  await expect.poll(() => titles(ada)).toEqual(['Burning']);
  expect(searchOf(ada).get('filter')).toBe('priority:urgent');
  expect(ada.url()).toContain('?filter=priority:urgent');
  await ada.keyboard.press('Escape');

  // New tasks get values that match the filter.
  await addTasks(ada, 'To do', ['Smoking']);
  await card(ada, 'To do', 'Smoking').waitFor();

  await bob.goto(ada.url());
  await card(bob, 'To do', 'Smoking').waitFor();
  await expect.poll(() => titles(bob)).toEqual(['Burning', 'Smoking']);
  // The filter also applies to changes by other users.
  await callApi(ada, product, `PATCH /teams/${await teamOf(ada)}/tasks/${await idOf(bob, 'Burning')}`, {
    priority: 'low',
  });
  await card(bob, 'To do', 'Burning').waitFor({ state: 'detached' });

  await ada.keyboard.press('Shift+F');
  await card(ada, 'To do', 'Waiting').waitFor();
  expect(searchOf(ada).get('filter')).toBeNull();
});

async function idOf(page: Page, title: string): Promise<string> {
  return (await cards(page).filter({ hasText: title }).first().getAttribute('data-task-id')) ?? '';
}

async function teamOf(page: Page): Promise<string> {
  const { teams: own } = await callApi<{ teams: { _id: string }[] }>(page, product, 'GET /teams');
  return own[0]?._id ?? '';
}

test('groups a board by priority and moves cards between priorities', async () => {
  const { ada, bob, make, board } = await openWorld();
  await make({ title: 'Burning', priority: 'high' });
  await make({ title: 'Waiting', priority: 'low' });
  await ada.goto(board);
  await card(ada, 'To do', 'Waiting').waitFor();
  await ada.keyboard.press('Shift+V');
  await pick(ada, 'Columns');
  await pick(ada, 'Priority');
  await ada.keyboard.press('Escape');
  await card(ada, 'High', 'Burning').waitFor();
  expect(searchOf(ada).get('group')).toBe('priority');
  await bob.goto(`${board}?group=priority`);

  await card(ada, 'High', 'Burning').getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowLeft');
  await card(ada, 'Urgent', 'Burning').waitFor();
  expect(await ada.evaluate(() => document.activeElement?.textContent)).toBe('Burning');
  await card(bob, 'Urgent', 'Burning').waitFor();
  await ada.keyboard.press('ControlOrMeta+z');
  await card(bob, 'High', 'Burning').waitFor();

  await card(ada, 'High', 'Burning').dragTo(column(ada, 'Low'));
  await card(bob, 'Low', 'Burning').waitFor();
  await addTasks(ada, 'Urgent', ['Smoking']);
  await card(bob, 'Urgent', 'Smoking').waitFor();
  await card(ada, 'Low', 'Waiting').getByRole('link').focus();
  await ada.keyboard.press('m');
  await ada.getByRole('radio', { name: 'Medium' }).check();
  await ada.getByRole('button', { name: 'Move', exact: true }).click();
  await card(bob, 'Medium', 'Waiting').waitFor();
});

test('shows a task with two assignees in both swimlanes, and reassigns the task by dragging', async () => {
  const { ada, make, board, adaId, bobId } = await openWorld();
  await make({ title: 'Shared', assigneeIds: [adaId, bobId] });
  await make({ title: 'Free' });
  await ada.goto(`${board}?rows=assignee&empty=hide`);
  const cell = (status: string, row: string) => column(ada, `${status}, ${row}`);
  await cell('To do', 'Ada Moss').getByText('Shared').waitFor();
  await cell('To do', 'Bob Reed').getByText('Shared').waitFor();
  await cell('To do', 'Nobody').getByText('Free').waitFor();
  // Arrow keys move between the swimlanes.
  await cell('To do', 'Ada Moss').getByRole('link').focus();
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('ArrowDown');
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe('Free');

  await ada.goto(`${board}?group=assignee`);
  await card(ada, 'Bob Reed', 'Shared').dragTo(column(ada, 'Nobody'));
  await card(ada, 'Nobody', 'Shared').waitFor();
  expect(await cards(ada).filter({ hasText: 'Shared' }).count()).toBe(1);
  await card(ada, 'Nobody', 'Shared').dragTo(column(ada, 'Bob Reed'));
  await card(ada, 'Bob Reed', 'Shared').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('groups a list by two fields, sorts the list, and updates the list offline', async () => {
  const { ada, make, projectId } = await openWorld();
  await make({ title: 'Late', dueDate: '2020-01-01', priority: 'low' });
  await make({ title: 'Also late', dueDate: '2020-01-02', priority: 'low' });
  await make({ title: 'Undated' });
  const address = `${product.webOrigin}/dashboard/tasks?group=project&rows=due&sort=-due`;
  await ada.goto(address);
  const rows = ada.getByRole('grid', { name: 'Tasks' }).getByRole('link');
  await rows.first().waitFor();
  expect(await ada.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Website3']);
  expect(await ada.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Before today2',
    'No due date1',
  ]);
  expect(await rows.allTextContents()).toEqual(['Also late', 'Late', 'Undated']);
  expect(projectId).not.toBe('');

  allowFaults(/net::ERR_/, /WebSocket connection/);
  await waitForOfflineCopy(ada);
  await ada.context().setOffline(true);
  await ada.keyboard.press('f');
  await pick(ada, 'Due date');
  await pick(ada, 'Overdue');
  await ada.keyboard.press('Escape');
  await expect.poll(() => rows.allTextContents()).toEqual(['Also late', 'Late']);
  await rows.first().press('Enter');
  const panel = ada.getByRole('complementary', { name: /^Task:/ });
  await panel.getByRole('button', { name: 'Clear: Due date' }).click();
  await expect.poll(() => rows.allTextContents()).toEqual(['Late']);
  await ada.context().setOffline(false);
});

test('updates the filter for today at midnight without interaction', async () => {
  const { ada, make, board } = await openWorld();
  await make({ title: 'Of Thursday', dueDate: '2027-05-06' });
  await make({ title: 'Of Friday', dueDate: '2027-05-07' });
  await ada.clock.install({ time: new Date(2027, 4, 6, 23, 59) });
  await ada.goto(`${board}?filter=due:today&group=due`);
  await card(ada, 'Today', 'Of Thursday').waitFor();
  await expect.poll(() => titles(ada)).toEqual(['Of Thursday']);
  await ada.clock.fastForward('02:00');
  await card(ada, 'Today', 'Of Friday').waitFor();
  await expect.poll(() => titles(ada)).toEqual(['Of Friday']);
});

test('shows menus as full-width sheets on a phone without horizontal scrolling', async () => {
  const { ada, make, board } = await openWorld({ width: 390, height: 844 });
  await make({ title: 'Burning', priority: 'urgent' });
  await make({ title: 'Waiting', priority: 'low' });
  await ada.goto(board);
  await card(ada, 'To do', 'Waiting').waitFor();
  await unfoldHead(ada);
  await ada.getByRole('button', { name: 'Filter', exact: true }).click();
  await ada.getByRole('option', { name: 'Priority' }).click();
  await ada.getByRole('option', { name: 'Urgent' }).click();
  await card(ada, 'To do', 'Waiting').waitFor({ state: 'detached' });
  const box = await ada.getByRole('listbox', { name: 'Priority' }).boundingBox();
  expect(box?.width).toBeGreaterThan(340);
  await ada.keyboard.press('Escape');
  const [content, screen] = await ada.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});
