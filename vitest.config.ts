import { defineConfig } from 'vitest/config';
import { buildTextsPlugins } from './apps/web/build/texts.ts';

// Unit tests sit beside the code they test. Those that start a server or a database end in .api.test.ts; e2e/ drives
// a browser against the built product. `npm run check` runs the first kind, `npm test` all three.
const apiTests = '**/*.api.test.ts';

// How long `expect.poll` waits for a condition. Only a failing test waits that long, so that a busy machine is no failure.
const expectOptions = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [buildTextsPlugins()],
        test: {
          name: 'unit',
          setupFiles: ['apps/web/src/testing/english.ts'],
          expect: expectOptions,
          testTimeout: 30_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.tsx',
            'apps/web/server/**/*.test.ts',
            'apps/web/build/**/*.test.ts',
            'apps/web/service-worker/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [apiTests, '**/node_modules/**'],
        },
      },
      {
        // Some of them run what the browser runs, which has its texts in macros.
        plugins: [buildTextsPlugins()],
        test: {
          name: 'api',
          // A worker keeps its modules, and with them the servers that files share.
          isolate: false,
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          expect: expectOptions,
          include: ['apps/api/src/**/*.api.test.ts', 'tools/**/*.api.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          // A worker keeps its modules, and with them its browser.
          isolate: false,
          globalSetup: ['apps/api/src/testing/global-setup.ts', 'e2e/support/shared-products.ts'],
          expect: expectOptions,
          include: ['e2e/**/*.spec.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What takes time is measured without another browser beside it; `npm test` asks for more at once.
          fileParallelism: false,
        },
      },
    ],
  },
});
