import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildTextsPlugins } from './apps/web/build/texts.ts';

// Tests are next to the code they test: unit tests, tests that need a DOM (.dom.test.tsx), and tests that start a server or a
// database (.api.test.ts). e2e/ drives a browser against the built product. `npm run check` runs the unit tests, `npm test` all
// four except files with `.nightly.` in their name, which only `npm run test:all` runs.
const apiTests = '**/*.api.test.ts';
const domTests = ['**/*.dom.test.ts', '**/*.dom.test.tsx'];
// `--exclude` on the command line does not reach projects that have an `exclude` of their own.
const skipped = ['**/node_modules/**', ...(process.env['SKIP_NIGHTLY'] === 'true' ? ['**/*.nightly.*'] : [])];

// CI retries a failed test in place; tools/test.mjs lists tests that passed on a retry as flaky. Nothing is retried locally.
const retry = process.env['CI'] === 'true' ? 2 : 0;

// How long `expect.poll` waits for a condition. Only a failing test waits that long, so a busy machine does not cause failures.
const expectOptions = { poll: { timeout: 15_000 } };

// Files of more than 15 s. They start first, so that no worker still runs one after all others have finished.
const SLOW_FILES =
  /(?:revocation|main|undo|embedded|start|matrix|nodes|presence|migrations|models|subscription)\.api\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW_FILES.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        plugins: [buildTextsPlugins()],
        test: {
          name: 'unit',
          // Workers keep their modules: reloading them for each file took as long as the tests.
          isolate: false,
          setupFiles: ['apps/web/src/testing/english.ts'],
          expect: expectOptions,
          retry,
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
          exclude: [apiTests, ...domTests, ...skipped],
        },
      },
      {
        plugins: [buildTextsPlugins()],
        test: {
          name: 'dom',
          // Processes, not threads: the threads of a process share its BroadcastChannels, so tabs of different tests would meet.
          pool: 'forks',
          setupFiles: ['apps/web/src/testing/english.ts'],
          expect: expectOptions,
          retry,
          testTimeout: 30_000,
          include: domTests,
          exclude: skipped,
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
          retry,
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
          retry,
          include: ['e2e/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One browser at a time, so that figures measured here are comparable; `npm test` runs two.
          fileParallelism: false,
        },
      },
    ],
  },
});
