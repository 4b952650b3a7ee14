import type { Locator, Page } from 'playwright-core';

/** The panel of the task that is open. */
function taskPanel(page: Page): Locator {
  return page.getByRole('complementary', { name: /^Task:/ });
}

/** Fields that are empty are folded away: unfolds all of them. */
export async function unfoldFields(page: Page): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Add a field…' }).click();
  await page.getByRole('option', { name: 'Show all fields' }).click();
  await page.getByRole('listbox', { name: 'Add a field' }).waitFor({ state: 'detached' });
}

/** Unfolds one field and opens its editor. */
export async function addField(page: Page, name: string): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Add a field…' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

/** Does something with the task as a whole, by its menu. */
export async function chooseInTaskMenu(page: Page, name: string): Promise<void> {
  await openTaskMenu(page);
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

export async function openTaskMenu(page: Page): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Task menu', disabled: false }).click();
  await page.getByRole('menu').waitFor();
}
