import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Recurring tasks are set by typing or picking. The next task is created on completion.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

interface Pair {
  ada: Page;
  bob: Page;
  teamId: string;
  projectId: string;
}

async function openTogether(viewport = { width: 1440, height: 900 }): Promise<Pair> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { projectId, board } = await makeProject(ada, product, teamId, 'Website');
  for (const page of [ada, bob]) {
    await page.goto(board);
    await column(page, 'To do').waitFor();
  }
  return { ada, bob, teamId, projectId };
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const repeats = (page: Page): Locator => panel(page).getByRole('button', { name: /^Repeats:/ });
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

async function openTask(page: Page, title: string): Promise<void> {
  await card(page, 'To do', title).getByRole('link').first().click();
  await activity(page).getByText('created this task').waitFor();
}

async function setStatus(page: Page, name: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Status:/ })
    .click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('parses “every monday”, creates the next task on completion, and undoes this', async () => {
  const { ada, bob } = await openTogether();
  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  await ada.getByRole('textbox', { name: 'New task in To do' }).fill('Send the report every monday');
  // Wait for the parsing field. If the user leaves before it is loaded, the text is taken literally.
  await ada.getByRole('list', { name: 'Understood' }).waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Escape');
  const own = card(bob, 'To do', 'Send the report');
  await own.getByText('Repeats').waitFor();
  await openTask(ada, 'Send the report');
  await expect.poll(() => repeats(ada).textContent()).toContain('Every week on Monday');
  const due = await panel(ada).getByLabel('Due date', { exact: true }).inputValue();
  expect(new Date(due).getUTCDay()).toBe(1);
  await setStatus(ada, 'Done');
  await card(bob, 'Done', 'Send the report').waitFor();
  await own.waitFor();
  await panel(ada).getByRole('button', { name: 'Whole series' }).waitFor();
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => card(bob, 'Done', 'Send the report').count()).toBe(0);
  await expect.poll(() => own.count()).toBe(1);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('sets a custom rule while previewing its dates, and skips and restores an occurrence', async () => {
  const { ada } = await openTogether();
  await addTasks(ada, 'To do', ['Pay the rent']);
  await openTask(ada, 'Pay the rent');
  await ada.getByLabel('Due date', { exact: true }).fill('2027-01-31');
  await ada.keyboard.press('Tab');
  await panel(ada).focus();
  await ada.keyboard.press('Shift+E');
  await ada.getByRole('combobox', { name: 'Search Repeats' }).fill('Custom');
  await ada.keyboard.press('Enter');
  const dialog = ada.getByRole('dialog', { name: 'Repeats' });
  await dialog.getByRole('button', { name: /^Unit:/ }).click();
  await ada.getByRole('option', { name: 'month', exact: true }).click();
  await dialog.getByRole('button', { name: /^Day of the month:/ }).click();
  await ada.getByRole('option', { name: 'Every month on day 31', exact: true }).click();
  await dialog.getByText('In shorter months, on the last day.').waitFor();
  const preview = dialog.getByRole('status');
  await expect.poll(() => preview.textContent()).toMatch(/28 Feb.*31 Mar.*30 Apr.*31 May.*30 Jun/);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect.poll(() => repeats(ada).textContent()).toContain('Every month on day 31');
  await activity(ada).getByText('set this to repeat: Every month on day 31').waitFor();

  await panel(ada)
    .getByRole('button', { name: /^Then / })
    .press('Enter');
  const series = ada.getByRole('dialog', { name: 'This series' });
  await series.getByRole('textbox', { name: 'Skip this one' }).fill('Paid twice');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await series.getByRole('button', { name: /^Skip to/ }).press('Enter');
  await expect.poll(() => ada.getByLabel('Due date', { exact: true }).inputValue()).toBe('28 Feb 2027');
  await activity(ada).getByText('Paid twice').waitFor();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => ada.getByLabel('Due date', { exact: true }).inputValue()).toBe('31 Jan 2027');
  await activity(ada).getByText('restored ').waitFor();
});

test('limits changes to one task of a series, lists the completed tasks, and ends the series', async () => {
  const { ada, teamId, projectId } = await openTogether();
  const today = new Date().toISOString().slice(0, 10);
  const fields = {
    title: 'Stand-up',
    projectId,
    dueDate: addDays(today, 1),
    repeat: { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' },
  };
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, fields);
  await openTask(ada, 'Stand-up');
  await panel(ada)
    .getByRole('button', { name: /^Then / })
    .click();
  const series = ada.getByRole('dialog', { name: 'This series' });
  await series.getByRole('switch', { name: /Apply changes to this task only/ }).click();
  await ada.keyboard.press('Escape');
  await activity(ada).getByText('limited changes to this task').waitFor();
  const title = panel(ada).getByRole('textbox', { name: 'Title' });
  await title.fill('Stand-up with guests');
  await title.press('Enter');
  await card(ada, 'To do', 'Stand-up with guests').waitFor();
  await setStatus(ada, 'Done');
  await card(ada, 'Done', 'Stand-up with guests').waitFor();
  await column(ada, 'To do').getByRole('link', { name: 'Stand-up', exact: true }).waitFor();
  await panel(ada).getByRole('button', { name: 'Whole series' }).click();
  await series.getByText('1 done · 1 on time · 0 skipped').waitFor();
  await series.getByRole('link').first().click();
  await ada.getByRole('complementary', { name: 'Task: Stand-up', exact: true }).waitFor();
  // Removing the recurrence ends the series.
  await repeats(ada).click();
  await ada.getByRole('option', { name: 'Doesn’t repeat', exact: true }).click();
  await activity(ada).getByText('ended the series').waitFor();
});

test('shows the on-time count and the current streak of a series', async () => {
  const { ada, teamId, projectId } = await openTogether();
  const today = new Date().toISOString().slice(0, 10);
  const created = await callApi<{ task: Task }>(ada, product, `POST /teams/${teamId}/tasks`, {
    title: 'Water the plants',
    projectId,
    dueDate: addDays(today, 1),
    repeat: { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' },
  });
  const { statuses } = await callApi<{ statuses: Status[] }>(ada, product, `GET /teams/${teamId}/statuses`);
  const statusId = statuses.find(({ category }) => category === 'completed')?.id;
  let { id } = created.task;
  for (let run = 1; run < 6; run += 1) {
    await callApi(ada, product, `PATCH /teams/${teamId}/tasks/${id}`, { statusId });
    const open = `GET /teams/${teamId}/tasks?projectId=${projectId}&statusId=${created.task.statusId}`;
    const { tasks } = await callApi<{ tasks: Task[] }>(ada, product, open);
    const [next] = tasks;
    if (next === undefined) throw new Error('no next one was made');
    expect(next.series?.run).toBe(run + 1);
    ({ id } = next);
  }
  await openTask(ada, 'Water the plants');
  await setStatus(ada, 'Done');
  await panel(ada).getByRole('button', { name: 'Whole series' }).click();
  const series = ada.getByRole('dialog', { name: 'This series' });
  await series.getByText('6 done · 6 on time · 0 skipped · 6 on time in a row').waitFor();
});

test('sets a recurrence on two tasks at once, and undoes this in one step', async () => {
  const { ada, bob } = await openTogether();
  await addTasks(ada, 'To do', ['Water', 'Feed']);
  await card(ada, 'To do', 'Water').getByRole('link').focus();
  await ada.keyboard.press('x');
  await card(ada, 'To do', 'Feed').getByRole('link').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Shift+E');
  const dialog = ada.getByRole('dialog', { name: 'Change repeat of 2 tasks' });
  await dialog.getByRole('combobox').fill('Every day');
  await ada.keyboard.press('Enter');
  for (const title of ['Water', 'Feed']) await card(bob, 'To do', title).getByText('Repeats').waitFor();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => column(bob, 'To do').getByText('Repeats').count()).toBe(0);
});
