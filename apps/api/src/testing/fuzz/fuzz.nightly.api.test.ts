import { expect, it } from 'vitest';
import { ROUTES } from '@hearth/contracts/routes';
import { describeOneEngine } from '#testing/databases.ts';
import { isAskedMore } from '#testing/sample.ts';
import { runFuzz } from './run-fuzz.ts';

// The short run, always the same calls, fewer of them on an engine that gets a sample; `npm run lab -- fuzz` sends 50,000 new ones.
// More routes take more calls until half of them were called well.
const CALLS = ROUTES.length * 16;
const CALLS_OF_A_SAMPLE = 200;
const SEED = 20261121;
/** It grows with the number of routes: half a minute on a machine of the budgets. */
const TEST_MS = 240_000;

/** Only another program can complete these: a sign-in's way back, a picture's address, a mail server. */
const NEEDS_MORE = new Set(['auth.google', 'auth.callback', 'auth.refresh', 'contact.send', 'images.get']);

describeOneEngine('calls made from the OpenAPI document', (engine) => {
  const calls = isAskedMore(engine) ? CALLS : CALLS_OF_A_SAMPLE;

  it(
    'are answered as the document says, the absurd ones too',
    async () => {
      const report = await runFuzz({ engine, calls, seed: SEED });
      console.log(`FUZZ ${report.calls} calls, seed ${report.seed}: ${report.faults.length} faults`);
      expect(report.faults).toEqual([]);
      expect(report.byAim.absurd).toBeGreaterThan(calls / 5);
      if (!isAskedMore(engine)) return;
      // Otherwise the refusals would prove little: half of the surface did its work; the long run does nearly all of it.
      expect(report.neverDone.filter((id) => !NEEDS_MORE.has(id)).length).toBeLessThan(ROUTES.length / 2);
    },
    TEST_MS,
  );
});
