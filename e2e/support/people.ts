import type { Page } from 'playwright-core';
import { addressOf } from '#api/testing/make.ts';
import type { SharedProduct } from './product.ts';

/** Signs in through the UI: button, popup and account form. */
export async function signIn(
  page: Page,
  product: SharedProduct,
  person: { name: string; email: string },
): Promise<void> {
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, { name: person.name, email: addressOf(product, person.email) });
}

/** Signs in with the sign-in button of the current page and waits until the popup has closed. */
export async function chooseAccount(page: Page, person: { name: string; email: string }): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ]);
  await popup.getByLabel('Name').fill(person.name);
  await popup.getByLabel('Email').fill(person.email);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
}
