import type { Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

/** Without the service worker, which would be between the page and a test's faults. */
export const withFaults = { serviceWorkers: 'block' } as const;
/** The console message for a response of `failWith`. */
export const brokenAnswer = /status of 500/;

/** Stubs the responses to `pattern` with a failure. */
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
