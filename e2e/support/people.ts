import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

/** Signs a person in as they would: the button, the popup, the account form. */
export async function signIn(
  page: Page,
  product: Product,
  person: { name: string; email: string },
): Promise<void> {
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, person);
}

/** From a page that shows the sign-in button to the moment the popup is gone. */
export async function chooseAccount(page: Page, person: { name: string; email: string }): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ]);
  await popup.getByLabel('Name').fill(person.name);
  await popup.getByLabel('Mail address').fill(person.email);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
}
