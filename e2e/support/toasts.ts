import type { Locator, Page } from 'playwright-core';

export const errorToast = (page: Page, text: string): Locator =>
  page.getByRole('alert').getByText(text, { exact: true });
export const successToast = (page: Page, text: string): Locator =>
  page.getByRole('status').getByText(text, { exact: true });
