import { defineConfig } from 'vitest/config';

/** Only the tests of the mutated part, as passed by `npm run lab -- mutate`. */
export default defineConfig({
  test: {
    include: (process.env['HEARTH_MUTATE_TESTS'] ?? '').split(' '),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
