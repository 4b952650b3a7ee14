import type { Locator, Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

const titleField = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });
export const paper = (page: Page, title: string): Locator =>
  page.getByRole('textbox', { name: title, exact: true });
export const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Documents' });
export const saved = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Saved' });
export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

export async function openDocuments(page: Page, product: SharedProduct): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/documents`);
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
}

/** Creates a document with a title, and places the caret in its text. */
export async function writeNew(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New document', exact: true }).first().click();
  await titleField(page).waitFor();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await paper(page, title).and(page.locator(':focus')).waitFor();
}
