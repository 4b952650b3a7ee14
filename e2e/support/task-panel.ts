import type { Locator, Page } from 'playwright-core';

/** Locates the panel of the open task. */
function taskPanel(page: Page): Locator {
  return page.getByRole('complementary', { name: /^Task:/ });
}

/** Expands all empty fields. They are collapsed by default. */
export async function unfoldFields(page: Page): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Add a field…' }).click();
  await page.getByRole('option', { name: 'Show all fields' }).click();
  await page.getByRole('listbox', { name: 'Add a field' }).waitFor({ state: 'detached' });
}

/** Expands one field and opens its editor. */
export async function addField(page: Page, name: string): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Add a field…' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

/** Chooses an item of the task's menu. */
export async function chooseInTaskMenu(page: Page, name: string): Promise<void> {
  await openTaskMenu(page);
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

export async function openTaskMenu(page: Page): Promise<void> {
  await taskPanel(page).getByRole('button', { name: 'Task menu', disabled: false }).click();
  await page.getByRole('menu').waitFor();
}
