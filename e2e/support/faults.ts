import type { Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

/** Disables the service worker because the test could not intercept its requests. */
export const withFaults = { serviceWorkers: 'block' } as const;
/** Matches the console message caused by a response of `failWith`. */
export const serverErrorMessage = /status of 500/;

/** Makes API requests whose path matches `pattern` fail with this status. */
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
