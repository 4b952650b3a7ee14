import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData, waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openBoardTogether, WIDE } from '#e2e/support/two-people.ts';
import { addField, unfoldFields } from '#e2e/support/task-panel.ts';

// Labels, start date and estimate of tasks, and the settings for labels and statuses.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openBoardTogether(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });

async function openTask(page: Page, title: string): Promise<void> {
  await card(page, 'To do', title).getByRole('link').click();
  await activity(page).getByText('created this task').waitFor();
}

test('keeps all letters typed into the comment field right after a list is closed with Escape and R or with a click', async () => {
  const { ada } = await openTogether();
  await addTasks(ada, 'To do', ['Choose a font']);
  await openTask(ada, 'Choose a font');
  const box = ada.getByRole('textbox', { name: 'Write a comment' });
  const list = ada.getByRole('combobox', { name: 'Search Labels' });
  await ada.keyboard.press('l');
  await list.fill('Des');
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('r');
  await ada.keyboard.type('smooth');
  expect(await box.inputValue()).toBe('smooth');
  await ada.getByRole('button', { name: /^Labels:/ }).click();
  await list.fill('Des');
  await box.click();
  await ada.keyboard.type('ly');
  expect(await box.inputValue()).toBe('smoothly');
});

test('creates a label from the picker, syncs it to the other user, and undoes an assignment', async () => {
  const { ada, bob } = await openTogether();
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await openTask(ada, 'Choose a font');
  await ada.keyboard.press('l');
  await ada.getByRole('combobox', { name: 'Search Labels' }).fill('Design');
  await ada.getByRole('option', { name: 'Create label “Design”' }).click();
  await ada.keyboard.press('Escape');
  await card(bob, 'To do', 'Choose a font').getByText('Design').waitFor();
  await activity(ada).getByText('added the label Design').waitFor();

  // The other user finds the label in the list and need not create a duplicate.
  await openTask(bob, 'Ask for quotes');
  await bob.keyboard.press('l');
  const find = bob.getByRole('combobox', { name: 'Search Labels' });
  await find.fill('design');
  await bob.getByRole('option', { name: 'Design', exact: true }).waitFor();
  expect(await bob.getByRole('option', { name: /Create label/ }).count()).toBe(0);
  await bob.keyboard.press('Enter');
  await bob.keyboard.press('Escape');
  await card(ada, 'To do', 'Ask for quotes').getByText('Design').waitFor();
  await panel(bob).focus();
  await bob.keyboard.press('Control+z');
  await expect.poll(() => card(ada, 'To do', 'Ask for quotes').getByText('Design').count()).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('keeps fields set offline on a phone across a reload and syncs them later', async () => {
  allowFaults(/net::ERR_/, /WebSocket connection/);
  const { ada, bob } = await openTogether({ width: 390, height: 844 });
  await addTasks(ada, 'To do', ['Plan the trip']);
  await openTask(ada, 'Plan the trip');
  await waitForOfflineCopy(ada);
  await expect.poll(() => readStoredData(ada)).toContain('Plan the trip');
  await ada.context().setOffline(true);
  await unfoldFields(ada);
  await ada.getByLabel('Start date', { exact: true }).fill('2026-12-01');
  await ada.keyboard.press('Tab');
  await panel(ada)
    .getByRole('button', { name: /^Labels:/ })
    .click();
  const find = ada.getByRole('combobox', { name: 'Search Labels' });
  await find.fill('Underground');
  await ada.getByRole('option', { name: 'Create label “Underground”' }).click();
  await ada.keyboard.press('Escape');
  await find.waitFor({ state: 'detached' });
  await panel(ada)
    .getByRole('button', { name: /^Estimate:/ })
    .click();
  await ada.getByRole('option', { name: '3 points', exact: true }).click();
  await panel(ada).getByRole('button', { name: 'Estimate: 3 points' }).waitFor();
  await ada.reload();
  await panel(ada).getByRole('button', { name: 'Estimate: 3 points' }).waitFor();
  expect(await ada.getByLabel('Start date', { exact: true }).inputValue()).toBe('1 Dec 2026');
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  expect(await card(bob, 'To do', 'Plan the trip').getByText('3 points').count()).toBe(0);
  await ada.context().setOffline(false);
  await card(bob, 'To do', 'Plan the trip').getByText('3 points').waitFor({ timeout: 30_000 });
  await card(bob, 'To do', 'Plan the trip').getByText('Underground').waitFor();
  await activity(ada).getByText('set the estimate to 3').waitFor();
  await activity(ada).getByText('set the start date to 1 Dec 2026').waitFor();
  await openTask(bob, 'Plan the trip');
  expect(await bob.getByLabel('Start date', { exact: true }).inputValue()).toBe('1 Dec 2026');
}, 120_000);

test('lets the owner manage statuses and labels in the settings, but not the member', async () => {
  const { ada, bob, teamId, board } = await openTogether();
  const { label } = await callApi<{ label: { id: string } }>(ada, product, `POST /teams/${teamId}/labels`, {
    name: 'Bug',
  });
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title: 'Broken', labelIds: [label.id] });
  const settings = `${product.webOrigin}/dashboard/settings/work`;
  await ada.goto(settings);

  // A status can be added, moved and renamed.
  await ada.getByRole('textbox', { name: 'New status' }).fill('Waiting for others');
  await ada.getByRole('button', { name: 'Add status' }).click();
  await column(bob, 'Waiting for others').waitFor();
  await ada.getByRole('button', { name: 'Move Waiting for others up' }).click();
  const names = () =>
    ada
      .getByRole('list', { name: 'Statuses' })
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  await expect.poll(async () => (await names()).indexOf('Waiting for others')).toBe(5);
  await ada.getByRole('textbox', { name: 'Name of the status Waiting for others' }).fill('Blocked');
  await ada.keyboard.press('Enter');
  await column(bob, 'Blocked').waitFor();

  // The last status of a category cannot be deleted. Deleting another status can be undone.
  await ada.getByRole('button', { name: 'Delete the status Done' }).click();
  await ada.getByText('Done is the last one of its category', { exact: false }).waitFor();
  await ada.getByRole('button', { name: 'Delete the status Blocked' }).click();
  await expect.poll(() => column(bob, 'Blocked').count()).toBe(0);
  await ada.getByRole('button', { name: 'Undo' }).click();
  await column(bob, 'Blocked').waitFor();

  // A label can be renamed for everyone, and deleted after a confirmation.
  await ada.getByRole('textbox', { name: 'Name of the label Bug' }).fill('Fault');
  await ada.keyboard.press('Enter');
  await bob.goto(settings);
  await bob.getByRole('textbox', { name: 'Name of the label Fault' }).waitFor();
  await bob.getByText('Only owners and admins can change the statuses.').waitFor();
  expect(await bob.getByRole('button', { name: /^Delete the label/ }).count()).toBe(0);
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.getByRole('button', { name: 'Delete the label Fault' }).click();
  await ada.getByText('It’s removed from 1 task', { exact: false }).waitFor();
  await ada.getByRole('button', { name: 'Delete label', exact: true }).click();
  await bob.getByText('No labels yet.', { exact: false }).waitFor();
  await bob.goto(board);
  await column(bob, 'Blocked').waitFor();
});

test('applies a changed estimate unit live to cards, fields, typed titles and filters', async () => {
  const { ada, bob, board, teamId } = await openTogether();
  await addTasks(ada, 'To do', ['Plan']);
  await ada.keyboard.press('Escape');
  const seen = card(bob, 'To do', 'Plan');
  const projectId = board.split('/').at(-1);
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title: 'Sized', estimate: 2 });
  await card(bob, 'To do', 'Sized').getByText('2 points').waitFor();

  await ada.goto(`${product.webOrigin}/dashboard/settings/team`);
  await ada.getByRole('button', { name: /^Estimate unit/ }).click();
  await ada.getByRole('option', { name: 'Hours' }).click();
  await card(bob, 'To do', 'Sized').getByText('2 hours').waitFor();
  expect(await card(bob, 'To do', 'Sized').getByText('2 h', { exact: true }).count()).toBe(1);

  await ada.goto(board);
  await openTask(ada, 'Plan');
  await addField(ada, 'Estimate');
  await ada.getByRole('option', { name: '0.5 hours', exact: true }).click();
  await activity(ada).getByText('set the estimate to 0.5 hours').waitFor();
  await seen.getByText('0.5 hours').waitFor();
  await ada.keyboard.press('Escape');
  // Estimates can be typed together with the title.
  await ada.keyboard.press('c');
  await ada.getByRole('textbox', { name: 'Title' }).fill('Call back 1.5h');
  await ada.getByRole('list', { name: 'Understood' }).getByText('1.5 hours').waitFor();
  await ada.getByRole('button', { name: 'Create task' }).click();
  await card(bob, 'To do', 'Call back').getByText('1.5 hours').waitFor();
  await bob.goto(`${board}?filter=estimate:0.25..1`);
  await seen.waitFor();
  expect(await card(bob, 'To do', 'Sized').count()).toBe(0);
  await bob.getByRole('button', { name: 'Estimate: 0.25 to 1 hours' }).waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
});
