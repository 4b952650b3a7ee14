import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { CARRIERS, DISGUISES } from './injections.ts';
import { GOALS } from './obedient-model.ts';
import { runInjections, type Injection } from './run-injections.ts';

const INJECTIONS = CARRIERS.flatMap((carrier) =>
  DISGUISES.flatMap((_write, disguise) =>
    Object.keys(GOALS).map((goal): Injection => ({ carrier, disguise, goal })),
  ),
);

describeOneEngine('model that obeys injected text', (engine) => {
  it('changes nothing for any of 480 combinations of injection and goal', async () => {
    expect(INJECTIONS).toHaveLength(480);
    expect(await runInjections(engine, INJECTIONS)).toEqual({ obeyed: 480, faults: [] });
  }, 900_000);
});
