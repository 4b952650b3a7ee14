import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readKept, waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// What a person did can be taken back after a reload as well, and in a window that is opened the next day.

const { openPerson } = useBrowser();
const product = useProduct();

const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function reload(page: Page): Promise<void> {
  await waitForOfflineCopy(page);
  await page.reload();
  await column(page, 'To do').waitFor();
}

async function choosePriority(page: Page, value: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('a change of many tasks, a deleted task and a comment come back after a reload; what others did stays', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await addTasks(ada, 'To do', ['One', 'Two', 'Three']);

  await link(ada, 'One').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Shift+ArrowDown');
  await choosePriority(ada, 'high');
  await ada.keyboard.press('Escape');
  await link(ada, 'Three').click();
  const panel = ada
    .getByRole('dialog', { name: 'Three' })
    .or(ada.getByRole('complementary', { name: 'Three' }));
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Too early');
  await ada.keyboard.press('Control+Enter');
  await panel.getByText('Too early').waitFor();
  await ada.keyboard.press('Escape');
  await link(ada, 'Three').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Delete');
  await card(ada, 'To do', 'Three').waitFor({ state: 'detached' });

  await bob.goto(board);
  await card(bob, 'To do', 'Two').waitFor();
  await link(bob, 'Two').focus();
  await bob.keyboard.press('x');
  await choosePriority(bob, 'low');
  await card(ada, 'To do', 'Two').getByText('Low').waitFor();

  await reload(ada);
  await ada.keyboard.press('Control+z');
  await link(ada, 'Three').waitFor();
  await link(bob, 'Three').click();
  const said = bob.getByText('Too early');
  await said.waitFor();
  await ada.keyboard.press('Control+z');
  await said.waitFor({ state: 'hidden' });
  await bob.keyboard.press('Escape');
  await reload(ada);
  await ada.keyboard.press('Control+z');
  await toast(ada, 'Undone, except what someone else has changed since').waitFor();
  await card(bob, 'To do', 'One').getByText('High').waitFor({ state: 'detached' });
  await card(bob, 'To do', 'Two').getByText('Low').waitFor();

  await reload(ada);
  await ada.keyboard.press('Control+Shift+z');
  await toast(ada, 'Redone: One').waitFor();
  await card(bob, 'To do', 'One').getByText('High').waitFor();
});

test('a window that is opened later goes on from the last one; one that is copied has its own', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Lane', email: 'lane@example.com' });
  const teamId = await makeTeam(ada, product, 'South');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await addTasks(ada, 'To do', ['One', 'Two']);
  await link(ada, 'One').focus();
  await ada.keyboard.press('x');
  await choosePriority(ada, 'urgent');
  await card(ada, 'To do', 'One').getByText('Urgent').waitFor();

  const beside = await ada.context().newPage();
  await beside.goto(board);
  await card(beside, 'To do', 'One').getByText('Urgent').waitFor();
  await beside.keyboard.press('Control+z');
  await link(beside, 'Two').focus();
  await beside.keyboard.press('x');
  await choosePriority(beside, 'low');
  await card(ada, 'To do', 'Two').getByText('Low').waitFor();
  await beside.close();
  await ada.close();

  const later = await beside.context().newPage();
  await later.goto(board);
  await column(later, 'To do').waitFor();
  const low = card(later, 'To do', 'Two').getByText('Low');
  await low.waitFor();
  await later.keyboard.press('Control+z');
  await low.waitFor({ state: 'detached' });
  await card(later, 'To do', 'One').getByText('Urgent').waitFor();
});

test('what a person may not see any more is not kept for taking it back', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Fern', email: 'fern@example.com' });
  const teamId = await makeTeam(ada, product, 'East');
  const { projectId, board } = await makeProject(ada, product, teamId, 'Pricing');
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Fern', email: 'bobfern@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  await bob.goto(board);
  await column(bob, 'To do').waitFor();
  await addTasks(bob, 'To do', ['Margins of the north']);
  await waitForOfflineCopy(bob);
  expect(await readKept(bob)).toContain('Margins of the north');
  await callApi(ada, product, `PATCH /teams/${teamId}/projects/${projectId}`, { isPrivate: true });
  await expect.poll(() => readKept(bob), { timeout: 15_000 }).not.toContain('Margins of the north');
});
