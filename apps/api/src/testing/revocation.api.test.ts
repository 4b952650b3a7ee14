import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from './databases.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from './nodes.ts';
import { CAUSES, LIMIT_MS, measureSilence, tellSilence, type Silence } from './revocation.ts';
import { startApp, type TestApp } from './start-app.ts';

/** `REVOKE_ROUNDS=20` for the long form. */
const ROUNDS = Number(process.env['REVOKE_ROUNDS'] ?? 1);
const BUDGET_MS = 60_000 + ROUNDS * 60_000;

function expectSilence(found: Silence): void {
  for (const channel of ['http', 'syncPage', 'socket'] as const) {
    expect(found[channel], `${found.cause}, ${channel}`).toBeLessThan(LIMIT_MS);
  }
}

describeEachEngine('a right that is gone', (engine) => {
  let api: TestApp;
  const all: Silence[] = [];
  beforeAll(async () => {
    api = await startApp(engine);
  });
  afterAll(async () => {
    await api.close();
    tellSilence(engine.kind, all);
  });

  it.each(CAUSES)(
    'silences every channel after $name',
    async (cause) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const found = await measureSilence(cause, api, api);
        expectSilence(found);
        all.push(found);
      }
    },
    BUDGET_MS,
  );
});

describe.skipIf(!canStartNodes).each(NODE_KINDS)(
  'a right that is gone at another node, over $name',
  (kind) => {
    let nodes: Nodes;
    const all: Silence[] = [];
    beforeAll(async () => {
      nodes = await makeNodes(kind);
    });
    afterAll(async () => {
      await nodes?.close();
      tellSilence(kind.name, all);
    });

    it.each(CAUSES)(
      'silences every channel after $name',
      async (cause) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const found = await measureSilence(cause, nodes.first, nodes.second);
          expectSilence(found);
          all.push(found);
        }
      },
      BUDGET_MS,
    );
  },
);
