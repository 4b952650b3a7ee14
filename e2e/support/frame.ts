import type { Locator, Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

// Locators for the frame around every screen of the dashboard.

export const sidebar = (page: Page): Locator => page.getByRole('complementary', { name: 'Sidebar' });
export const teamMenu = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Team: ${name}`, exact: true });
const accountMenu = (page: Page): Locator => page.getByRole('button', { name: 'Account menu' });
export const readPath = (page: Page): string => new URL(page.url()).pathname;

/** Reads the stored index of the selected team. */
export function readKeptIndex(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('selectedTeamIndex'));
}

export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

/** Returns a live list of the page's requests to the API, such as `GET /teams`. */
export function watchRequests(page: Page, product: SharedProduct): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === product.apiOrigin) requests.push(`${request.method()} ${pathname}${search}`);
  });
  return requests;
}
