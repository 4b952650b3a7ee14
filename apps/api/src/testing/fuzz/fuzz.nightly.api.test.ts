import { expect, it } from 'vitest';
import { ROUTES } from '@hearth/contracts/routes';
import { describeOneEngine } from '#testing/databases.ts';
import { isAskedMore } from '#testing/sample.ts';
import { runFuzz } from './run-fuzz.ts';

// The short run, always with the same calls, fewer of them on a sampled engine; `npm run lab -- fuzz` sends 50,000 new ones. The more
// routes, the more calls are needed until half of them have succeeded.
const CALLS = ROUTES.length * 16;
const CALLS_OF_A_SAMPLE = 200;
const SEED = 20261121;
/** Grows with the number of routes: half a minute on the machine that the budgets assume. */
const TEST_MS = 240_000;

/** These need another program to succeed: a sign-in's redirect, an image's address, a mail server. */
const NEEDS_MORE = new Set(['auth.google', 'auth.callback', 'auth.refresh', 'contact.send', 'images.get']);

describeOneEngine('calls generated from the OpenAPI document', (engine) => {
  const calls = isAskedMore(engine) ? CALLS : CALLS_OF_A_SAMPLE;

  it(
    'get documented responses, even the absurd ones',
    async () => {
      const report = await runFuzz({ engine, calls, seed: SEED });
      console.log(`FUZZ ${report.calls} calls, seed ${report.seed}: ${report.faults.length} faults`);
      expect(report.faults).toEqual([]);
      expect(report.byAim.absurd).toBeGreaterThan(calls / 5);
      if (!isAskedMore(engine)) return;
      // Otherwise the refusals would prove little: half of the routes succeeded; the long run covers nearly all.
      expect(report.neverDone.filter((id) => !NEEDS_MORE.has(id)).length).toBeLessThan(ROUTES.length / 2);
    },
    TEST_MS,
  );
});
