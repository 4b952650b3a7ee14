import { expect, it } from 'vitest';
import { ROUTES } from '@hearth/contracts/routes';
import { describeOneEngine } from '#testing/databases.ts';
import { isAskedMore } from '#testing/sample.ts';
import { runFuzz } from './run-fuzz.ts';

// A short run that always sends the same calls. `npm run lab -- fuzz` sends 50,000 new calls. The number of calls grows with the number of
// routes because half of the routes have to succeed. Fewer calls are sent to the engine that is only sampled.
const CALLS = ROUTES.length * 16;
const CALLS_OF_A_SAMPLE = 200;
const SEED = 20261121;
/** Time limit in ms. A run takes about half a minute on the reference host. */
const TEST_MS = 240_000;

/** Routes that cannot succeed here: they need a sign-in redirect, an image URL or a mail server. */
const NEEDS_MORE = new Set(['auth.google', 'auth.callback', 'auth.refresh', 'contact.send', 'images.get']);

describeOneEngine('fuzzed calls from the OpenAPI document', (engine) => {
  const calls = isAskedMore(engine) ? CALLS : CALLS_OF_A_SAMPLE;

  it(
    'returns only documented responses',
    async () => {
      const report = await runFuzz({ engine, calls, seed: SEED });
      console.log(`FUZZ ${report.calls} calls, seed ${report.seed}: ${report.faults.length} faults`);
      expect(report.faults).toEqual([]);
      expect(report.byAim.absurd).toBeGreaterThan(calls / 5);
      if (!isAskedMore(engine)) return;
      // Half of the routes must have succeeded, or the test would cover mainly rejected calls. The long run covers nearly all routes.
      expect(report.neverDone.filter((id) => !NEEDS_MORE.has(id)).length).toBeLessThan(ROUTES.length / 2);
    },
    TEST_MS,
  );
});
