import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openTwoPeople, WIDE } from '#e2e/support/two-people.ts';
import { unfoldFields } from '#e2e/support/task-panel.ts';

// Fields that a team makes for its tasks: what they hold, told, shared, undone and kept offline.

const { openPerson } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openTwoPeople(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const own = (page: Page): Locator => panel(page).getByRole('region', { name: 'Fields' });
const said = (page: Page, words: string | RegExp): Locator => activity(page).getByText(words);

async function makeField(page: Page, name: string, type: string, options: string[] = []): Promise<void> {
  await page.getByRole('button', { name: 'New field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: /^Type:/ }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  for (const option of options) {
    await dialog.getByRole('textbox', { name: 'Add an option…' }).fill(option);
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Fields' }).getByText(name).waitFor();
}

async function openWork(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/settings/work`);
  await page.getByRole('button', { name: 'New field' }).waitFor();
}

test('made by an admin, set by keys, seen by the other, told, put back, and undone', async () => {
  const { ada, bob, board } = await openTogether();
  await openWork(ada);
  await makeField(ada, 'Budget', 'Money');
  await makeField(ada, 'Size', 'Single select', ['Small', 'Large']);
  expect(await findBarriers(ada)).toEqual([]);
  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await unfoldFields(ada);
  const budget = own(ada).getByRole('textbox', { name: 'Budget' });
  await budget.fill('a lot');
  await ada.keyboard.press('Enter');
  await own(ada).getByRole('alert').getByText('A number, such as 1250 or 12.5.').waitFor();
  await budget.fill('₹ 1,25,000');
  await ada.keyboard.press('Tab');
  await expect.poll(() => budget.inputValue()).toBe('₹1,25,000');
  await own(ada)
    .getByRole('button', { name: /^Size:/ })
    .click();
  await ada.getByRole('option', { name: 'Large' }).click();
  await said(ada, 'set Size to Large').waitFor();
  await said(ada, 'set Budget to ₹1,25,000').waitFor();
  expect(await findBarriers(ada)).toEqual([]);

  await bob.goto(board);
  await card(bob, 'To do', 'Choose a font').getByRole('link').click();
  await expect.poll(() => own(bob).getByRole('textbox', { name: 'Budget' }).inputValue()).toBe('₹1,25,000');
  await own(bob).getByRole('button', { name: 'Size: Large' }).click();
  await bob.getByRole('option', { name: 'Small' }).click();
  const line = ada.getByRole('listitem').filter({ hasText: 'changed Size from Large to Small' });
  await line.hover();
  await line.getByRole('button', { name: 'Revert to previous version' }).click();
  await own(bob).getByRole('button', { name: 'Size: Large' }).waitFor();

  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await own(bob).getByRole('button', { name: 'Size: Small' }).waitFor();
  await ada.keyboard.press('Control+Shift+z');
  await own(bob).getByRole('button', { name: 'Size: Large' }).waitFor();

  // A deleted field comes back with what tasks hold.
  await openWork(ada);
  await ada.getByRole('button', { name: 'Delete the field Budget' }).click();
  await expect.poll(() => own(bob).getByRole('textbox', { name: 'Budget' }).count()).toBe(0);
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => own(bob).getByRole('textbox', { name: 'Budget' }).inputValue()).toBe('₹1,25,000');
}, 120_000);
