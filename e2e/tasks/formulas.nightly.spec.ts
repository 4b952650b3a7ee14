import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Formula fields are written with assistance, shown wherever fields are, usable in views, and recomputed immediately.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openWorld(viewport = { width: 1440, height: 900 }) {
  const ada = await openPerson({ viewport });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const [price, total, isDear] = [randomUUID(), randomUUID(), randomUUID()];
  const makeField = async (field: object) =>
    await callApi(ada, product, `POST /teams/${teamId}/fields`, { ...field });
  await makeField({ id: price, name: 'Price', type: 'number' });
  for (const [title, estimate, amount] of [
    ['One', 2, 10],
    ['Two', 5, 3],
    ['Three', null, 8],
  ] as const)
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, {
      projectId,
      title,
      estimate,
      custom: { [price]: amount },
    });
  const makeFormulas = async () => {
    await makeField({ id: total, name: 'Total', type: 'formula', formula: '{Price} * {estimate}' });
    await makeField({ id: isDear, name: 'Dear', type: 'formula', formula: '{Total} > 15' });
  };
  return { ada, board, price, total, isDear, makeFormulas };
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const own = (page: Page): Locator => panel(page).getByRole('region', { name: 'Fields' });
const nameInViews = (fieldId: string): string => `own.${fieldId.replaceAll('-', '')}`;
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Tasks' });
const titles = (page: Page): Promise<string[]> => grid(page).getByRole('link').allTextContents();

test('shows errors and results while a formula is typed, and keeps the formula valid when fields change', async () => {
  const { ada, board } = await openWorld();
  await ada.goto(`${product.webOrigin}/dashboard/settings/work`);
  await ada.getByRole('button', { name: 'New field' }).click();
  const dialog = ada.getByRole('dialog', { name: 'New field' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Total');
  await dialog.getByRole('button', { name: /^Type:/ }).click();
  await ada.getByRole('option', { name: 'Formula', exact: true }).click();
  const text = dialog.getByRole('textbox', { name: 'Formula' });
  await text.fill('{Price} * {Budget}');
  await dialog.getByText('“Budget”: There is no such field.').waitFor();
  await text.fill('{Price} * ');
  await dialog.getByText('Something is missing at the end.').waitFor();
  await dialog.getByRole('button', { name: 'Insert a field' }).click();
  await ada.getByRole('option', { name: 'Estimate' }).click();
  await expect.poll(() => text.inputValue()).toBe('{Price} * {Estimate}');
  await dialog.getByText('Returns a number.').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await text.fill('{Price} * {Estimate} & " in all"');
  await dialog.getByText('Returns text. For “Three”: no value').waitFor();
  await text.fill('{price} * 2 + 1');
  await dialog.getByText('Returns a number. For “Three”: 17').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = ada.getByRole('list', { name: 'Fields' });
  await list.getByText('Total').waitFor();

  await ada.getByRole('button', { name: 'Delete the field Price' }).click();
  await ada.getByText('The formula of “Total” uses “Price”: change that one first.').first().waitFor();
  await ada.getByRole('button', { name: 'Change the field Price' }).click();
  await ada.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Cost');
  await ada.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await ada.getByRole('button', { name: 'Change the field Total' }).click();
  await expect
    .poll(() => ada.getByRole('dialog').getByRole('textbox', { name: 'Formula' }).inputValue())
    .toBe('{Cost} * 2 + 1');
  await ada.getByRole('dialog').getByRole('textbox', { name: 'Formula' }).fill('{Cost} * 3');
  await ada.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await ada.reload();
  await list.getByText('Total').waitFor();
  await ada.goto(board);
  await card(ada, 'To do', 'One').getByRole('link').click();
  await expect.poll(() => own(ada).getByRole('status', { name: 'Total' }).textContent()).toBe('30');
}, 120_000);

test('filters, sorts and groups by formulas, and recomputes formulas when their inputs change', async () => {
  const { ada, board, total, isDear, makeFormulas } = await openWorld();
  await makeFormulas();
  const columns = ['title', nameInViews(total), nameInViews(isDear)].join(',');
  await ada.goto(`${board}?view=table&columns=${columns}&sort=${nameInViews(total)}`);
  await expect.poll(() => titles(ada)).toEqual(['Two', 'One', 'Three']);
  await grid(ada).getByText('15', { exact: true }).waitFor();
  await grid(ada).getByText('20', { exact: true }).waitFor();
  await ada.goto(`${board}?view=table&columns=${columns}&filter=${nameInViews(total)}:16..`);
  await expect.poll(() => titles(ada)).toEqual(['One']);
  await ada.goto(`${board}?group=${nameInViews(isDear)}`);
  await card(ada, 'Ticked', 'One').waitFor();
  await card(ada, 'Not ticked', 'Two').getByRole('link').click();
  await own(ada).getByRole('textbox', { name: 'Price' }).fill('4');
  await ada.keyboard.press('Enter');
  await expect.poll(() => own(ada).getByRole('status', { name: 'Total' }).textContent()).toBe('20');
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('Escape');
  await card(ada, 'Ticked', 'Two').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}, 120_000);
