import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { DISGUISES } from './injections.ts';
import { GOALS } from './obedient-model.ts';
import { runInjections } from './run-injections.ts';

/** Tests each goal once, alternating between two carriers. The nightly test covers all carriers and disguises. */
const SAMPLE = Object.keys(GOALS).map((goal, at) => ({
  carrier: at % 2 === 0 ? ('comment' as const) : ('document body' as const),
  disguise: at % DISGUISES.length,
  goal,
}));

describeOneEngine('model that obeys injected text', (engine) => {
  it('changes nothing for any goal in a sample of carriers and disguises', async () => {
    expect(await runInjections(engine, SAMPLE)).toEqual({ obeyed: SAMPLE.length, faults: [] });
  });
});
