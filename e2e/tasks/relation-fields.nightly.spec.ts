import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { addField } from '#e2e/support/task-panel.ts';

// Relation fields reference other tasks. They are set in the panel, shown in tables, usable in views, and cleared of trashed tasks.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openWorld(viewport = { width: 1440, height: 900 }) {
  const ada = await openPerson({ viewport });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const field = randomUUID();
  await callApi(ada, product, `POST /teams/${teamId}/fields`, {
    id: field,
    name: 'Designs',
    type: 'relation',
  });
  const ids: Record<string, string> = {};
  for (const title of ['Choose a font', 'Draw the pages', 'Print the book']) {
    ids[title] = randomUUID();
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { id: ids[title], projectId, title });
  }
  return { ada, board, field, ids };
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const designs = (page: Page): Locator => panel(page).getByRole('group', { name: 'Designs' });
const nameInViews = (fieldId: string): string => `own.${fieldId.replaceAll('-', '')}`;
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Tasks' });

/** Adds a task in the open picker. */
async function add(page: Page, letters: string, title: string): Promise<void> {
  await page.locator('[role="combobox"]:focus').fill(letters);
  await page.getByRole('option', { name: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

test('sets relations by keyboard in the panel, undoes a removal, and drops relations to trashed tasks', async () => {
  const { ada, board } = await openWorld();
  await ada.goto(board);
  await card(ada, 'To do', 'Print the book').getByRole('link').click();
  await addField(ada, 'Designs');
  await add(ada, 'font', 'Choose a font');
  await add(ada, 'draw', 'Draw the pages');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Escape');
  await designs(ada)
    .getByRole('link', { name: /Choose a font/ })
    .waitFor();
  await designs(ada)
    .getByRole('link', { name: /Draw the pages/ })
    .waitFor();
  await panel(ada).getByText('set Designs to Choose a font').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await designs(ada).getByRole('button', { name: 'Remove Choose a font' }).click();
  await expect.poll(() => designs(ada).getByRole('link').count()).toBe(1);
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => designs(ada).getByRole('link').count()).toBe(2);

  await designs(ada)
    .getByRole('link', { name: /Choose a font/ })
    .click();
  await ada.getByRole('complementary', { name: 'Task: Choose a font' }).waitFor();
  await ada.keyboard.press('Escape');
  await card(ada, 'To do', 'Choose a font').getByRole('link').focus();
  await ada.keyboard.press('Delete');
  await expect.poll(() => card(ada, 'To do', 'Choose a font').count()).toBe(0);
  await card(ada, 'To do', 'Print the book').getByRole('link').click();
  await expect.poll(() => designs(ada).getByRole('link').count()).toBe(1);
}, 120_000);

test('edits relations in a table and in bulk, and filters, sorts and groups by relations', async () => {
  const { ada, board, field, ids } = await openWorld();
  const name = nameInViews(field);
  await ada.goto(`${board}?view=table&columns=title,${name}`);
  const head = await grid(ada).getByRole('columnheader', { name: 'Designs' }).getAttribute('data-cell');
  const cell = (title: string): Locator =>
    grid(ada)
      .getByRole('row')
      .filter({ has: ada.getByRole('link', { name: title, exact: true }) })
      .locator(`[data-cell="${head}"]`);
  await cell('Print the book').click();
  await ada.keyboard.press('Enter');
  await add(ada, 'font', 'Choose a font');
  await ada.keyboard.press('Escape');
  await expect.poll(() => cell('Print the book').textContent()).toContain('Choose a font');

  await ada.goto(`${board}?view=table&columns=title,${name}&filter=${name}:${ids['Choose a font']}`);
  await expect.poll(() => grid(ada).getByRole('link').allTextContents()).toEqual(['Print the book']);
  const chip = ada.getByRole('group', { name: 'Filter by Designs' });
  await expect.poll(() => chip.textContent()).toContain('Choose a font');
  await ada.goto(`${board}?view=table&columns=title,${name}&sort=${name}`);
  await expect
    .poll(async () => (await grid(ada).getByRole('link').allTextContents())[0])
    .toBe('Print the book');

  await ada.goto(`${board}?group=${name}`);
  await card(ada, 'WEB-1 Choose a font', 'Print the book').waitFor();
  await card(ada, 'Empty', 'Draw the pages').getByRole('link').focus();
  await ada.keyboard.press('x');
  await ada.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Field' }).click();
  await ada.locator('[role="combobox"]:focus').fill('Designs');
  await ada.getByRole('option', { name: 'Designs' }).waitFor();
  await ada.keyboard.press('Enter');
  await add(ada, 'font', 'Choose a font');
  await ada.keyboard.press('Escape');
  await card(ada, 'WEB-1 Choose a font', 'Draw the pages').waitFor();
}, 120_000);
