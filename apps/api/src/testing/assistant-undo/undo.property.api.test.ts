import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { acts, edits } from './undo-acts.ts';
import { confirmAndUndo, makeUndoWorld } from './undo-world.ts';

/** By default, the tool calls are the same in every run. UNDO_RUNS=100 uses a random seed, which fast-check reports on failure. */
const MANY = process.env['UNDO_RUNS'];
const RUNS = Number(MANY ?? 6);
const SEED = MANY === undefined ? { seed: 1 } : {};

describeOneEngine('undo of assistant actions', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');

  it('restores the previous values except for fields that a teammate has changed', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(acts, edits, async (chosen, edit) => {
        const world = await makeUndoWorld(ada, ben);
        const states = await confirmAndUndo(api, { ada, ben }, world, { acts: chosen, edit });
        if (states === null) return;
        if (states.isDone) done += 1;
        expect(states.actual, chosen.map(({ text }) => text).join('; ')).toEqual(states.expected);
      }),
      { numRuns: RUNS, endOnFailure: true, ...SEED },
    );
    expect(done).toBeGreaterThan(RUNS / 4);
  }, 900_000);
});
