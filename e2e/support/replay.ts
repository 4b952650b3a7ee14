import type { Page, Request } from 'playwright-core';
import type { SharedProduct } from './product.ts';

/** A change that a page asked for. */
interface RecordedCall {
  method: string;
  path: string;
  body: string | null;
  /** Its own, from the person's device. */
  key: string | undefined;
}

/** Records every change that a page asks the API for, in order, from now on. */
export function recordCalls(page: Page, product: SharedProduct): RecordedCall[] {
  const calls: RecordedCall[] = [];
  page.on('request', (request: Request) => {
    const { pathname, origin } = new URL(request.url());
    if (origin !== product.apiOrigin || ['GET', 'OPTIONS'].includes(request.method())) return;
    calls.push({
      method: request.method(),
      path: pathname,
      body: request.postData(),
      key: request.headers()['idempotency-key'],
    });
  });
  return calls;
}

/** The ids of one team as those of another. */
type Translate = (text: string) => string;

export function translateBy(pairs: ReadonlyMap<string, string>): Translate {
  return (text) =>
    text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => pairs.get(id) ?? id);
}

/** Replays recorded calls as the page's person, elsewhere. @returns their statuses */
export async function replayCalls(
  page: Page,
  product: SharedProduct,
  calls: readonly RecordedCall[],
  translate: Translate,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const { method, path, body, key } of calls) {
    const answer = await page.context().request.fetch(`${product.apiOrigin}${translate(path)}`, {
      method,
      headers: {
        origin: product.webOrigin,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === null ? {} : { data: translate(body) }),
    });
    statuses.push(answer.status());
  }
  return statuses;
}
