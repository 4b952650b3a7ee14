import * as fc from 'fast-check';
import type { Act } from './model-acts.ts';
import { SyncWorld, type Step } from './sync-world.ts';

const small = fc.nat(50);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('title' as const), pick: small, value: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('status' as const), pick: small, value: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('place' as const), pick: small, value: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      pick: small,
      isBad: fc.integer({ min: 0, max: 6 }).map((n) => n === 6),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('project' as const), isBad: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), pick: small }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: small }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bad' as const), pick: small }) },
  { weight: 2, arbitrary: fc.constantFrom<Act>({ kind: 'undo' }, { kind: 'redo' }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 22,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      tab: small,
      act,
      burst: fc.constantFrom(0, 0, 0, 2),
    }),
  },
  { weight: 22, arbitrary: fc.record({ kind: fc.constant('flight' as const), pick: small }) },
  {
    weight: 22,
    arbitrary: fc.record({ kind: fc.constant('turn' as const), turns: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('socket' as const),
      pick: small,
      how: fc.constantFrom(
        'next' as const,
        'next' as const,
        'next' as const,
        'repeat' as const,
        'ping' as const,
      ),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('tell' as const), device: fc.nat(1), pick: small }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.constantFrom(50, 400, 1_500, 20_000, 61_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('lose' as const), pick: small, isGhost: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('break' as const),
      pick: small,
      code: fc.constantFrom(1006 as const, 4408 as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('other' as const), pick: small }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('older' as const), tab: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rights' as const),
      isHidden: fc.boolean(),
      resets: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'truncate' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), tab: small, arrives: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), device: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('offline' as const),
      device: fc.nat(1),
      isOffline: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('session' as const), device: fc.nat(1), isOver: fc.boolean() }),
  },
);

/** Steps in which tabs open and close and receive messages late. They are rare in a plain history. */
const restlessStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: step },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('tell' as const), device: fc.nat(1), pick: small }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant('crash' as const), tab: small, arrives: fc.boolean() }),
      fc.record({ kind: fc.constant('open' as const), device: fc.nat(1) }),
    ),
  },
);

const history = fc.oneof(
  fc.record({
    tabsEach: fc.constant(1),
    steps: fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }),
  }),
  fc.record({
    tabsEach: fc.integer({ min: 2, max: 3 }),
    steps: fc.array(restlessStep, { minLength: 20, maxLength: 120, size: 'max' }),
  }),
);

/** Checks every invariant of the sync store over random histories of two users with several tabs each. */
export const syncHolds = fc.asyncProperty(history, async ({ tabsEach, steps }) => {
  const world = new SyncWorld(['ann', 'bob'], tabsEach);
  try {
    for (const now of steps) await world.play(now);
    await world.settle();
    await world.checkReload();
  } finally {
    world.close();
  }
});
