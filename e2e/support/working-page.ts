import type { Page } from 'playwright-core';
import { expect } from 'vitest';

// Matches browser messages about requests to an unreachable server.
export const serverAway =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|NETWORK_CHANGED)|Failed to fetch/;

/** Checks that a page works: its script has rendered content, and the browser applies a style with its nonce. */
export async function expectWorkingPage(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  const isStyled = await page.evaluate(() => {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
    const style = document.createElement('style');
    style.setAttribute('nonce', nonce);
    style.textContent = ':root { --nonce-probe: kept }';
    document.head.append(style);
    return getComputedStyle(document.documentElement).getPropertyValue('--nonce-probe').trim();
  });
  expect(isStyled).toBe('kept');
}
