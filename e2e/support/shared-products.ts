import { createMigratedPostgres, testDatabaseUrl } from '#api/testing/databases.ts';
import type { TestProject } from 'vitest/node';
import { startProduct, type Product } from './product.ts';

/** The addresses of a shared product. */
type ProductAddress = Pick<Product, 'webOrigin' | 'apiOrigin'>;

declare module 'vitest' {
  export interface ProvidedContext {
    products: ProductAddress[];
  }
}

/**
 * Vitest's global set-up for the browser tests. Starts one product per worker, on PostgreSQL if available. Test files share it through
 * `useProduct`. Files that stop the product or need other settings start their own product on the embedded database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, async () => {
      const database = testDatabaseUrl === undefined ? null : await createMigratedPostgres(testDatabaseUrl);
      const product = await startProduct({
        RATE_LIMITS: 'off',
        ...(database === null ? {} : { DATABASE_URL: database.url }),
      });
      return { product, database };
    }),
  );
  project.provide(
    'products',
    running.map(({ product: { webOrigin, apiOrigin } }) => ({ webOrigin, apiOrigin })),
  );
  return async () => {
    for (const { product, database } of running) {
      await product.remove();
      await database?.remove();
    }
  };
}
