import { defineConfig } from 'vitest/config';

/** Runs only the tests of the mutated area, as passed by `npm run lab -- mutate`. */
export default defineConfig({
  test: {
    include: (process.env['HEARTH_MUTATE_TESTS'] ?? '').split(' '),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
