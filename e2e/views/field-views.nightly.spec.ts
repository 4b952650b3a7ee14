import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Custom fields in views: filters, sorting, board columns and table columns.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

const [SMALL, LARGE] = [randomUUID(), randomUUID()];

async function openWorld(viewport = { width: 1440, height: 900 }) {
  const ada = await openPerson({ viewport });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const [size, budget] = [randomUUID(), randomUUID()];
  const makeField = async (field: object) =>
    await callApi(ada, product, `POST /teams/${teamId}/fields`, { ...field });
  await makeField({
    id: size,
    name: 'Size',
    type: 'select',
    options: [
      { id: SMALL, name: 'Small', color: 'sky' },
      { id: LARGE, name: 'Large', color: 'pink' },
    ],
  });
  await makeField({ id: budget, name: 'Budget', type: 'number' });
  const make = async (title: string, custom: Record<string, unknown>) =>
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title, custom });
  await make('One', { [size]: SMALL, [budget]: 30 });
  await make('Two', { [size]: LARGE, [budget]: 4 });
  await make('Three', { [budget]: 12.5 });
  return { ada, board, size, budget };
}

const nameInViews = (fieldId: string): string => `own.${fieldId.replaceAll('-', '')}`;
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Tasks' });
const titles = (page: Page): Promise<string[]> => grid(page).getByRole('link').allTextContents();

async function cell(page: Page, title: string, head: string): Promise<Locator> {
  const cellId = await grid(page)
    .getByRole('columnheader', { name: head, exact: true })
    .getAttribute('data-cell');
  return grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .locator(`[data-cell="${cellId}"]`);
}

async function choose(page: Page, text: string): Promise<void> {
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
}

test('shows the options of a field as board columns and filters by a number field', async () => {
  const { ada, board } = await openWorld();
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await ada.getByRole('button', { name: 'Display' }).click();
  await choose(ada, 'Columns');
  await choose(ada, 'Size');
  await card(ada, 'Small', 'One').waitFor();
  await card(ada, 'Large', 'Two').waitFor();
  await card(ada, 'Empty', 'Three').waitFor();
  await ada.keyboard.press('Escape');
  await ada.getByRole('button', { name: 'Filter', exact: true }).click();
  await choose(ada, 'Budget');
  await ada.locator('[role="combobox"]:focus').waitFor();
  await ada.keyboard.type('10..20');
  await ada.getByRole('option', { name: '10 to 20' }).waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Escape');
  await expect.poll(() => card(ada, 'Small', 'One').count()).toBe(0);
  await card(ada, 'Empty', 'Three').waitFor();
  const chip = ada.getByRole('group', { name: 'Filter by Budget' });
  await expect.poll(() => chip.textContent()).toContain('10 to 20');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('sorts, edits and fills fields in a table and undoes each change separately', async () => {
  const { ada, board, size, budget } = await openWorld();
  const columns = ['title', nameInViews(size), nameInViews(budget)].join(',');
  await ada.goto(`${board}?view=table&columns=${columns}&sort=-${nameInViews(budget)}`);
  await expect.poll(() => titles(ada)).toEqual(['One', 'Three', 'Two']);
  await grid(ada).getByRole('columnheader', { name: 'Budget' }).click();
  await expect.poll(() => titles(ada)).not.toEqual(['One', 'Three', 'Two']);
  await grid(ada).getByRole('columnheader', { name: 'Budget' }).click();
  await expect.poll(() => titles(ada)).toEqual(['Two', 'Three', 'One']);

  await (await cell(ada, 'Two', 'Size')).click();
  await ada.keyboard.press('Enter');
  await choose(ada, 'Small');
  await expect.poll(async () => (await cell(ada, 'Two', 'Size')).textContent()).toBe('Small');
  await grid(ada).locator('[data-cell]:focus').waitFor();
  await ada.keyboard.press('Shift+ArrowDown');
  await ada.keyboard.press('Control+d');
  await expect.poll(async () => (await cell(ada, 'Three', 'Size')).textContent()).toBe('Small');
  await ada.keyboard.press('Control+z');
  await expect.poll(async () => (await cell(ada, 'Three', 'Size')).textContent()).toBe('');

  await (await cell(ada, 'One', 'Budget')).click();
  await ada.keyboard.press('Enter');
  const field = ada.getByRole('textbox', { name: 'Budget' });
  await field.fill('much');
  await ada.keyboard.press('Enter');
  await ada.getByText('Budget: A number, such as 1250 or 12.5.').first().waitFor();
  await grid(ada).locator('[data-cell]:focus').waitFor();
  await ada.keyboard.press('Enter');
  await field.fill('1,250');
  await ada.keyboard.press('Enter');
  await expect.poll(async () => (await cell(ada, 'One', 'Budget')).textContent()).toBe('1,250');
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await ada.keyboard.press('Control+z');
  await expect.poll(async () => (await cell(ada, 'One', 'Budget')).textContent()).toBe('30');
}, 120_000);

test('sets a field on several tasks, and undoes this in one step', async () => {
  const { ada, board, size } = await openWorld();
  await ada.goto(`${board}?group=${nameInViews(size)}`);
  for (const [group, title] of [
    ['Small', 'One'],
    ['Empty', 'Three'],
  ] as const) {
    await card(ada, group, title).getByRole('link').focus();
    await ada.keyboard.press('x');
  }
  await ada.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Field' }).click();
  await choose(ada, 'Size');
  await choose(ada, 'Large');
  for (const title of ['One', 'Two', 'Three']) await card(ada, 'Large', title).waitFor();
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('Control+z');
  await card(ada, 'Small', 'One').waitFor();
  await card(ada, 'Empty', 'Three').waitFor();
}, 60_000);
