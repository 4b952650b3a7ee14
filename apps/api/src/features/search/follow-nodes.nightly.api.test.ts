import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '@hearth/contracts/search/search';
import { makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';
import { at } from '#testing/revocation/revocation-scene.ts';

// This test runs nightly because it waits up to a minute until another node takes over from a killed node.

async function find(by: SignedIn, teamId: string, question: string): Promise<string[]> {
  const { body } = await by.get<{ results: SearchResult[] }>(
    `/teams/${teamId}/search?q=${encodeURIComponent(question)}&limit=200`,
  );
  return body.results.map(({ kind, title }) => `${kind} ${title}`);
}

describe.skipIf(!canStartNodes).each(NODE_KINDS.slice(0, 1))('two nodes with $name', (kind) => {
  let nodes: Nodes;
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    nodes = await makeNodes(kind);
    ada = await signIn(nodes.first, 'ada@example.com');
    teamId = (await makeTeam(ada))._id;
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  });
  afterAll(async () => await nodes?.close());

  it('indexes writes of both nodes and continues after one node is killed', async () => {
    const far = at(ada, nodes.second);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        makeTask(n % 2 === 0 ? ada : far, teamId, { title: `Theodolite ${n}` }),
      ),
    );
    await expect.poll(async () => (await find(far, teamId, 'theodolite')).length).toBe(20);
    await makeTask(ada, teamId, { title: 'Written just before' });
    await nodes.first.end('SIGKILL');
    // The poll that runs once a minute repeats the step that the killed node had begun.
    await expect
      .poll(() => find(far, teamId, 'just before'), { timeout: 90_000 })
      .toEqual(['task Written just before']);
    await makeTask(far, teamId, { title: 'Chronometer' });
    await expect.poll(() => find(far, teamId, 'chronometer')).toEqual(['task Chronometer']);
  }, 120_000);
});
