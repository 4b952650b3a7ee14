import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { SharedProduct } from './product.ts';

/**
 * The product that the files of this worker share, with people of the caller's own. For tests that neither stop it nor
 * give it settings, and look only at teams of their own.
 */
export function useProduct(): SharedProduct {
  const products = inject('products');
  const at = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1;
  const product = products[at % products.length];
  if (product === undefined) throw new Error('No product was started for the browser tests.');
  return { ...product, people: randomBytes(3).toString('hex') };
}
