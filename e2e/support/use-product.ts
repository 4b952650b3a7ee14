import { randomBytes } from 'node:crypto';
import { beforeEach, inject } from 'vitest';
import type { SharedProduct } from './product.ts';

/**
 * Returns the product shared by this worker's files, with users unique to the caller. For tests that do not stop the product, do not change
 * its settings, and use only their own teams. A retried test gets new users so that data of its first attempt does not affect it.
 */
export function useProduct(): SharedProduct {
  const products = inject('products');
  const at = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const address = products[at % products.length];
  if (address === undefined) throw new Error('No product was started for the browser tests.');
  const product = { ...address, people: namePeople() };
  beforeEach(({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) product.people = namePeople();
  });
  return product;
}

const namePeople = (): string => randomBytes(3).toString('hex');
