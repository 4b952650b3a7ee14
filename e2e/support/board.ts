import type { Locator, Page } from 'playwright-core';

/** Locates a column of the displayed board. */
export function column(page: Page, status: string): Locator {
  return page.getByRole('region', { name: status, exact: true });
}

export function card(page: Page, status: string, title: string): Locator {
  const named = page.locator('[data-task-id]').filter({ hasText: title });
  return column(page, status).getByRole('listitem').filter({ has: named });
}

/** Locates a task's title link. It opens the task's panel. */
export const taskLink = (page: Page, title: string): Locator =>
  page.getByRole('link', { name: title, exact: true });

/** Expands the header on phones, where tabs, filters and the star are collapsed behind a button. */
export async function unfoldHead(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views and filters', expanded: false }).click();
}

/** Types new tasks at the end of a column. */
export async function addTasks(page: Page, status: string, titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `Add task to ${status}` }).click();
  for (const title of titles) {
    await page.getByRole('textbox', { name: `New task in ${status}` }).fill(title);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
}

/** Selects all displayed tasks. */
export async function selectAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor();
}

/** Sets the priority of the selected tasks by keyboard. */
export async function choosePriority(page: Page, value: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
