import { defineConfig } from 'vitest/config';

/** Only the tests of the part that is mutated, as `npm run lab -- mutate` names them. */
export default defineConfig({
  test: {
    include: (process.env['HEARTH_MUTATE_TESTS'] ?? '').split(' '),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
