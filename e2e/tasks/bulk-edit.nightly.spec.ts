import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData, waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { readFocus } from '#e2e/support/keys.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Several tasks can be selected, changed and undone together by keyboard, pointer and touch.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let teams = 0;

interface Stage {
  ada: Page;
  teamId: string;
  projectId: string;
  board: string;
}

async function openBoard(options: Parameters<typeof openPerson>[0] = {}): Promise<Stage> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  return { ada, teamId, projectId, board };
}

async function makeTasks(
  { ada, teamId, projectId }: Stage,
  count: number,
  fields: object = {},
): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title: `Task ${at}`, ...fields });
  }
}

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected tasks' });
const saysCount = (page: Page, count: number) => bar(page).getByText(`${count} selected`).waitFor();
const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });

async function choose(page: Page, key: string, dialog: string, typed: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog', { name: dialog }).waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('changes several cards by keyboard, and undoes each change in one step except for changes by others', async () => {
  const stage = await openBoard();
  const { ada, teamId, board } = stage;
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  await joinTeam(ada, bob, product, teamId, 'member');
  await addTasks(ada, 'To do', ['One', 'Two', 'Three']);
  await bob.goto(board);
  await card(bob, 'To do', 'Three').waitFor();

  await link(ada, 'One').focus();
  await ada.keyboard.press('x');
  await saysCount(ada, 1);
  await ada.keyboard.press('Shift+ArrowDown');
  await saysCount(ada, 2);
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Two' });
  await choose(ada, 'p', 'Change priority of 2 tasks', 'high');
  for (const title of ['One', 'Two']) await card(bob, 'To do', title).getByText('High').waitFor();
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Two' });

  // Bob changes one of them before Ada undoes her change.
  await link(bob, 'Two').focus();
  await bob.keyboard.press('x');
  await saysCount(bob, 1);
  await choose(bob, 'p', 'Change priority', 'low');
  await card(ada, 'To do', 'Two').getByText('Low').waitFor();
  await ada.keyboard.press('Escape');
  await bar(ada).waitFor({ state: 'detached' });
  await ada.keyboard.press('Control+z');
  await ada.getByText('Undone, except what someone else has changed since').waitFor();
  await expect.poll(() => card(bob, 'To do', 'One').getByText('High').count()).toBe(0);
  await card(bob, 'To do', 'Two').getByText('Low').waitFor();

  // Move all displayed tasks to another column in order, and undo it with one key.
  await link(ada, 'One').focus();
  await ada.keyboard.press('Control+a');
  await saysCount(ada, 3);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await choose(ada, 's', 'Change status of 3 tasks', 'in rev');
  await card(bob, 'In review', 'Three').waitFor();
  const titles = async (page: Page) => await column(page, 'In review').getByRole('link').allTextContents();
  await expect.poll(() => titles(bob)).toEqual(['One', 'Two', 'Three']);
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('Control+z');
  await card(bob, 'To do', 'Three').waitFor();
  await expect.poll(() => column(bob, 'In review').getByRole('link').count()).toBe(0);
}, 120_000);

test('focuses the next task after deleting several and restores all with one press', async () => {
  const stage = await openBoard();
  const { ada, board } = stage;
  await makeTasks(stage, 5);
  await ada.goto(`${board}?view=list`);
  await link(ada, 'Task 2').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Shift+ArrowDown');
  await saysCount(ada, 2);
  await ada.keyboard.press('Delete');
  await ada.getByText('2 tasks deleted').waitFor();
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Task 4', isVisible: true });
  await ada.getByRole('status').filter({ hasText: 'Now on Task 4' }).waitFor();
  expect(await link(ada, 'Task 3').count()).toBe(0);
  await ada.getByRole('button', { name: 'Undo' }).click();
  await link(ada, 'Task 2').waitFor();
  await link(ada, 'Task 3').waitFor();

  // Without a selection, shortcuts apply to the focused row.
  await link(ada, 'Task 4').focus();
  await ada.keyboard.press('l');
  await ada.getByRole('dialog', { name: 'Change labels' }).waitFor();
  await ada.keyboard.type('Garden');
  await ada.keyboard.press('Enter');
  await ada.getByRole('option', { name: 'Garden', selected: true }).waitFor();
  await ada.keyboard.press('Escape');
  await ada.getByRole('row').filter({ hasText: 'Task 4' }).getByText('Garden').waitFor();
  await ada.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Task 4' });
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}, 120_000);

test('selects a range with Ctrl and Shift clicks and moves 120 tasks together', async () => {
  const stage = await openBoard();
  const { ada, teamId, board } = stage;
  await makeProject(ada, product, teamId, 'Garden');
  await makeTasks(stage, 120);
  await ada.goto(`${board}?view=list`);
  await link(ada, 'Task 1').click({ modifiers: ['Control'] });
  await saysCount(ada, 1);
  const scroller = ada.locator('[role=grid][aria-label=Tasks]').locator('..');
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await link(ada, 'Task 119').click({ modifiers: ['Shift'] });
  await saysCount(ada, 119);
  await link(ada, 'Task 120').click({ modifiers: ['Control'] });
  await saysCount(ada, 120);
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
  expect(await ada.getByRole('checkbox', { name: 'Select Task 1', exact: true }).isChecked()).toBe(true);
  await choose(ada, 'Shift+M', 'Move 120 tasks to another project', 'Garden');
  await ada.getByText('No tasks yet').waitFor();
  await ada.keyboard.press('Control+z');
  await link(ada, 'Task 1').waitFor();
  const path = `GET /teams/${teamId}/tasks?limit=200&projectId=${stage.projectId}`;
  await expect
    .poll(async () => (await callApi<{ tasks: unknown[] }>(ada, product, path)).tasks.length)
    .toBe(120);
}, 120_000);

test('selects cards with a lasso, clears the selection on Escape, and sets a due date for the selection', async () => {
  const stage = await openBoard();
  const { ada } = stage;
  await addTasks(ada, 'To do', ['One', 'Two', 'Three']);
  // Wait for the task keys. They make the cards higher and move the cards below.
  for (const title of ['One', 'Two', 'Three'])
    await card(ada, 'To do', title)
      .getByText(/^[A-Z]+-\d+$/)
      .waitFor();
  const first = await card(ada, 'To do', 'One').boundingBox();
  const second = await card(ada, 'To do', 'Two').boundingBox();
  const add = await ada.getByRole('button', { name: 'Add task to To do' }).boundingBox();
  if (first === null || second === null || add === null) throw new Error('The cards are not there.');
  const draw = async () => {
    await ada.mouse.move(first.x + 20, add.y + add.height + 60);
    await ada.mouse.down();
    await ada.mouse.move(first.x + 60, add.y, { steps: 3 });
    await ada.mouse.move(first.x + 100, second.y + second.height / 2, { steps: 6 });
  };
  // Repeat the drag until the lasso is loaded. Its load starts with the first pointer event on the list.
  await expect
    .poll(
      async () => {
        await ada.mouse.up();
        await draw();
        // The lasso selects in the next frame. That frame may be delayed on a busy host.
        await bar(ada)
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined);
        return bar(ada).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await saysCount(ada, 2);
  await ada.keyboard.press('Escape');
  await bar(ada).waitFor({ state: 'detached' });
  await ada.mouse.up();
  await draw();
  await ada.mouse.up();
  await saysCount(ada, 2);
  await bar(ada).getByRole('button', { name: 'Due date' }).click();
  await ada.getByRole('dialog', { name: 'Set the due date of 2 tasks' }).waitFor();
  await ada.getByRole('option', { name: 'Tomorrow' }).click();
  await card(ada, 'To do', 'Two').getByText('Tomorrow').waitFor();
  await card(ada, 'To do', 'Three').getByText('Tomorrow').waitFor();
  expect(await card(ada, 'To do', 'One').getByText('Tomorrow').count()).toBe(0);
  await bar(ada).getByRole('button', { name: 'Clear selection' }).click();
  await bar(ada).waitFor({ state: 'detached' });
}, 120_000);

test('selects with a long press on a phone, extends the selection with taps, and changes tasks offline', async () => {
  allowFaults(/net::ERR_/, /WebSocket connection/);
  const stage = await openBoard({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { ada, board, teamId, projectId } = stage;
  await makeTasks(stage, 3);
  await ada.goto(`${board}?view=list`);
  await link(ada, 'Task 1').waitFor();
  const box = await ada.getByRole('row').filter({ hasText: 'Task 1' }).boundingBox();
  if (box === null) throw new Error('The line is not there.');
  const touch = await ada.context().newCDPSession(ada);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await saysCount(ada, 1);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await link(ada, 'Task 2').tap();
  await saysCount(ada, 2);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await waitForOfflineCopy(ada);
  await expect.poll(() => readStoredData(ada)).toContain('Task 3');
  await ada.context().setOffline(true);
  await bar(ada).getByRole('button', { name: 'Priority' }).tap();
  await ada.getByRole('option', { name: 'Urgent' }).tap();
  await ada.getByRole('dialog').waitFor({ state: 'detached' });
  await ada.reload();
  await ada.getByRole('row').filter({ hasText: 'Task 2' }).getByText('Urgent').waitFor();
  await ada.context().setOffline(false);
  const path = `GET /teams/${teamId}/tasks?limit=200&projectId=${projectId}`;
  const priorities = async () =>
    (await callApi<{ tasks: { priority: string }[] }>(ada, product, path)).tasks.map((task) => task.priority);
  await expect.poll(priorities, { timeout: 30_000 }).toEqual(['none', 'urgent', 'urgent']);
}, 120_000);

test('navigates a list as a grid with one tab stop, and moves focus when the focused task disappears', async () => {
  const stage = await openBoard();
  const { ada, teamId, board } = stage;
  await makeTasks(stage, 4);
  await ada.goto(`${board}?view=list&filter=${encodeURIComponent('priority:none')}`);
  const grid = ada.getByRole('grid', { name: 'Tasks' });
  await link(ada, 'Task 4').waitFor();
  // The row count includes the status heading.
  expect(await grid.getAttribute('aria-rowcount')).toBe('5');
  expect(await grid.locator('a:not([tabindex="-1"])').count()).toBe(1);
  await link(ada, 'Task 2').focus();
  await ada.keyboard.press('ArrowRight');
  expect(await ada.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
  await ada.keyboard.press('ArrowLeft');
  expect(await readFocus(ada)).toMatchObject({ name: 'Task 2', isVisible: true });
  expect(await grid.locator('a:not([tabindex="-1"])').textContent()).toBe('Task 2');

  // The focused task no longer matches the filter.
  await choose(ada, 'p', 'Change priority', 'high');
  await link(ada, 'Task 2').waitFor({ state: 'detached' });
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Task 3', isVisible: true });
  // The focused task is deleted on another page.
  const deletedId = await link(ada, 'Task 3').getAttribute('data-task-id');
  await callApi(ada, product, `DELETE /teams/${teamId}/tasks/${deletedId}`);
  await link(ada, 'Task 3').waitFor({ state: 'detached' });
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Task 4', isVisible: true });
  await ada.getByRole('status').filter({ hasText: 'Now on Task 4' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}, 120_000);

test('sets a parent or a relation on several tasks in a single undo step', async () => {
  const stage = await openBoard();
  const { ada, board } = stage;
  await makeTasks(stage, 4);
  await ada.goto(`${board}?view=list`);
  const row = (title: string) => ada.getByRole('row').filter({ has: link(ada, title) });
  const chooseTwo = async () => {
    await link(ada, 'Task 1').focus();
    await ada.keyboard.press('x');
    await ada.keyboard.press('Shift+ArrowDown');
    await saysCount(ada, 2);
  };

  await chooseTwo();
  await bar(ada).getByRole('button', { name: 'Parent' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Choose parent' });
  await dialog.getByText('2 tasks selected').waitFor();
  // The selected tasks are not offered as their own parents.
  await expect.poll(() => dialog.getByRole('option').count()).toBe(2);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.type('Task 4');
  await ada.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await row('Task 4').getByText('0 of 2 sub-tasks').waitFor();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => row('Task 4').getByText('sub-tasks').count()).toBe(0);
  await ada.keyboard.press('Control+Shift+z');
  await row('Task 4').getByText('0 of 2 sub-tasks').waitFor();
  // The current common parent is not offered again, but the tasks can be removed from it together.
  await ada.keyboard.press('Shift+P');
  await dialog.getByRole('option', { name: 'Task 3' }).waitFor();
  expect(await dialog.getByRole('option').count()).toBe(1);
  await dialog.getByRole('button', { name: 'No parent' }).click();
  await expect.poll(() => row('Task 4').getByText('sub-tasks').count()).toBe(0);

  // The palette adds a relation to the selection, and a shortcut adds one to the focused row.
  await ada.keyboard.press('Control+k');
  await ada.keyboard.type('blocked by');
  await ada.getByRole('option', { name: /^Blocked by another task/ }).waitFor();
  await ada.keyboard.press('Enter');
  const blockers = ada.getByRole('dialog', { name: 'Blocked by which task?' });
  await blockers.getByText('2 tasks selected').waitFor();
  await ada.keyboard.type('Task 3');
  await ada.keyboard.press('Enter');
  for (const title of ['Task 1', 'Task 2']) await row(title).getByText('Blocked by Task 3').waitFor();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => ada.getByText('Blocked by Task 3').count()).toBe(0);
  await ada.keyboard.press('Escape');
  await bar(ada).waitFor({ state: 'detached' });

  await link(ada, 'Task 3').focus();
  await ada.keyboard.press('Shift+B');
  await choosePicked(ada, 'Which task does it block?', 'Task 4');
  await row('Task 4').getByText('Blocked by Task 3').waitFor();
  await expect.poll(() => readFocus(ada)).toMatchObject({ name: 'Task 3' });
  await ada.keyboard.press('Shift+P');
  await choosePicked(ada, 'Choose parent', 'Task 1');
  await row('Task 1').getByText('0 of 1 sub-task').waitFor();
}, 120_000);

/** Chooses the first result of an open task picker. */
async function choosePicked(page: Page, dialog: string, typed: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('changes all tasks of a list, including tasks that are not rendered, and undoes the change', async () => {
  const stage = await openBoard();
  const { ada, teamId, projectId, board } = stage;
  await makeTasks(stage, 80);
  const count = async (priority: string): Promise<number> => {
    const path = `GET /teams/${teamId}/tasks?limit=200&projectId=${projectId}`;
    const { tasks } = await callApi<{ tasks: { priority: string }[] }>(ada, product, path);
    return tasks.filter((task) => task.priority === priority).length;
  };
  await ada.goto(`${board}?view=list`);
  const lines = ada.getByRole('link', { name: /^Task \d+$/ });
  await lines.first().focus();
  await ada.keyboard.press('Control+a');
  await saysCount(ada, 80);
  expect(await lines.count()).toBeLessThan(80);
  await choose(ada, 'p', 'Change priority of 80 tasks', 'high');
  await expect.poll(() => count('high')).toBe(80);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => count('none')).toBe(80);
}, 60_000);
