import type { Locator, Page } from 'playwright-core';

export const errorToast = (page: Page, words: string): Locator =>
  page.getByRole('alert').getByText(words, { exact: true });
export const successToast = (page: Page, words: string): Locator =>
  page.getByRole('status').getByText(words, { exact: true });
