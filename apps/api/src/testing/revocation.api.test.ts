import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from './databases.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from './nodes.ts';
import { canStartRedis } from './redis.ts';
import { CAUSES, type CauseName } from './revocation-causes.ts';
import type { Stage } from './revocation-scene.ts';
import { LIMIT_MS, measureSilence, readShares, tellSilence, type Silence } from './revocation.ts';
import { createTestClock, startApp, type TestApp } from './start-app.ts';

/** `REVOKE_ROUNDS=20` for the long form. */
const ROUNDS = Number(process.env['REVOKE_ROUNDS'] ?? 1);
const BUDGET_MS = 60_000 + ROUNDS * 60_000;
const NAMED = Object.entries(CAUSES).map(([cause, { name }]) => ({ cause: cause as CauseName, name }));

function silenceAll(where: string, stage: () => Stage, causes = NAMED): void {
  const all: Silence[] = [];
  afterAll(() => tellSilence(where, all));

  it.each(causes)(
    'tells by no channel what it may not after $name',
    async ({ cause }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        all.push(...(await measureSilence(cause, stage())));
      }
    },
    BUDGET_MS,
  );

  it('does so within two seconds', () => {
    expect(all.length).toBeGreaterThan(0);
    for (const [channel, ms] of readShares(all, 0.5)) expect(ms, channel).toBeLessThan(LIMIT_MS);
  });
}

describeEachEngine('a right that is gone', (engine) => {
  const clock = createTestClock();
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp(engine, { clock });
  });
  afterAll(() => api.close());

  silenceAll(engine.kind, () => ({ near: api, far: api, inside: { app: api.app, clock } }));
});

describe.skipIf(!canStartNodes).each(NODE_KINDS)(
  'a right that is gone at another node, over $name',
  (kind) => {
    let nodes: Nodes;
    beforeAll(async () => {
      nodes = await makeNodes(kind);
    });
    afterAll(async () => await nodes?.close());

    silenceAll(kind.name, () => ({ near: nodes.first, far: nodes.second, inside: null }));
  },
);

describe.skipIf(!canStartNodes || !canStartRedis).each(['killed', 'frozen'] as const)(
  'a right that is gone at another node, while Redis is %s',
  (state) => {
    let nodes: Nodes;
    beforeAll(async () => {
      nodes = await makeNodes({ name: 'Redis', usesRedis: true });
      if (state === 'killed') await nodes.redis?.kill();
      else nodes.redis?.freeze();
    });
    afterAll(async () => {
      nodes?.redis?.thaw();
      await nodes?.close();
    });

    // A socket that stays open starts anew then, and what was said meanwhile is in the snapshot that follows, not in it.
    const ending = NAMED.filter(({ cause }) => CAUSES[cause].closes !== null);
    const stage = () => ({ near: nodes.first, far: nodes.second, inside: null });
    silenceAll(`Redis ${state}`, stage, ending);
  },
);
