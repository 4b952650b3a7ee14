import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';
import { CAUSES, type CauseName } from './revocation-causes.ts';
import type { Stage } from './revocation-scene.ts';
import { LIMIT_MS, measureSilence, readShares, reportSilence, type Silence } from './revocation.ts';
import { drawSample, IS_ALL, pickFor, type Shares } from '#testing/sample.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

/** Number of rounds. Set `REVOKE_ROUNDS=20` for a long test. */
const ROUNDS = Number(process.env['REVOKE_ROUNDS'] ?? 1);
/** Sampling rate of causes, one in n: on one node (`ON_ONE`), and on two (`ON_TWO`). */
const ON_ONE: Shares = [3, 10];
const ON_TWO = 10;
const BUDGET_MS = 60_000 + ROUNDS * 60_000;
const NAMED = Object.entries(CAUSES).map(([cause, { name }]) => ({ cause: cause as CauseName, name }));

interface Plan {
  where: string;
  stage: () => Stage;
  causes: typeof NAMED;
  /** Whether scenes may run concurrently, which is impossible if they share a clock and its job queue. */
  isSideBySide: boolean;
}

function silenceAll({ where, stage, causes, isSideBySide }: Plan): void {
  const all: Silence[] = [];
  afterAll(() => reportSilence(where, all));

  (isSideBySide ? it.concurrent : it).each(causes)(
    'reveals nothing on any channel beyond the remaining rights after $name',
    async ({ cause }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        all.push(...(await measureSilence(cause, stage())));
      }
    },
    BUDGET_MS,
  );

  // Nightly only: during `npm test` the latency depends on the load of the host.
  it.runIf(IS_ALL)('takes effect within two seconds', () => {
    expect(all.length).toBeGreaterThan(0);
    for (const [channel, ms] of readShares(all, 0.5)) expect(ms, channel).toBeLessThan(LIMIT_MS);
  });
}

describeOneEngine('access revocation', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });

  silenceAll({
    where: engine.kind,
    stage: () => ({ near: api, far: api, inside: { app: api.app, clock } }),
    causes: pickFor(engine, NAMED, ON_ONE, 'losses'),
    isSideBySide: false,
  });
});

describe.skipIf(!canStartNodes).each(NODE_KINDS)('access revocation on another node over $name', (kind) => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await makeNodes(kind);
  });
  afterAll(async () => {
    nodes?.redis?.thaw();
    await nodes?.close();
  });

  const silence = (where: string): void =>
    silenceAll({
      where,
      stage: () => ({ near: nodes.first, far: nodes.second, inside: null }),
      causes: drawSample(NAMED, ON_TWO, where),
      isSideBySide: true,
    });
  silence(kind.name);

  // Nightly only: without Redis, nodes fall back to PostgreSQL notifications, which are tested above.
  if (!kind.usesRedis || !IS_ALL) return;
  describe('with a frozen Redis', () => {
    beforeAll(() => nodes.redis?.freeze());
    silence('Redis frozen');
  });
  describe('with a killed Redis', () => {
    beforeAll(async () => await nodes.redis?.kill());
    silence('Redis killed');
  });
});
