import type { Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

/** The service worker stands between the page and faults that a test makes on the way to the API. */
export const withFaults = { serviceWorkers: 'block' } as const;
/** What the console says of an answer that `failWith` gave. */
export const brokenAnswer = /status of 500/;

/** Stubs the server's answers to `pattern` by a failure. */
export async function failWith(
  page: Page,
  product: SharedProduct,
  pattern: string,
  status = 500,
): Promise<void> {
  const code = status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL';
  const problem = { type: 'about:blank', title: 'Broken', status, detail: 'Broken', code };
  await page.route(product.apiOrigin + pattern, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      headers: {
        'access-control-allow-origin': product.webOrigin,
        'access-control-allow-credentials': 'true',
      },
      body: JSON.stringify(problem),
    }),
  );
}
