import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { openTurn } from '#testing/assistant-client.ts';
import { makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';

const LONG = Array.from({ length: 600 }, (_none, n) => `word${n}`).join(' ');

describe.runIf(canStartNodes)('assistant answers across two nodes', () => {
  const peer = new LLMock({ port: 0, chunkSize: 12 });
  let nodes: Nodes;
  let ada: SignedIn;
  let path: string;

  beforeAll(async () => {
    await peer.start();
    peer.onMessage(/.*/, { content: LONG }, { latency: 15 });
    const [kind] = NODE_KINDS;
    if (kind === undefined) throw new Error('There are no nodes');
    nodes = await makeNodes(kind, {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `${peer.url}/v1`,
      AI_MODEL: 'model-1',
    });
    ada = await signIn(nodes.first, 'ada@example.com');
    path = `/teams/${(await makeTeam(ada))._id}/assistant`;
  });
  afterAll(async () => {
    await nodes.close();
    await peer.stop();
  });
  const onSecond = async (address: string, method = 'GET') => {
    const cookie = [...ada.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, nodes.second.apiOrigin), {
      method,
      headers: { cookie, origin: nodes.second.webOrigin },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const begin = async () => {
    const turn = await openTurn(ada, `${path}/messages`, { text: 'Tell me a lot' });
    await turn.untilText(100);
    return { turn, threadId: turn.events[0]?.threadId ?? '' };
  };
  const readMessage = async (threadId: string) =>
    ((await onSecond(`${path}/threads/${threadId}`)).body as { messages: AssistantMessage[] }).messages[0];

  it('streams an answer from its start on the second node and stops its generation from there', async () => {
    const { turn, threadId } = await begin();
    const followed = await openTurn(ada, `${path}/threads/${threadId}/stream`, {
      apiOrigin: nodes.second.apiOrigin,
    });
    await followed.untilText(300);
    expect((await onSecond(`${path}/threads/${threadId}/stop`, 'POST')).status).toBe(204);
    await Promise.all([turn.done, followed.done]);
    const [ownText, followedText] = [await turn.untilText(0), await followed.untilText(0)];
    expect(ownText).toBe(followedText);
    expect(LONG.startsWith(ownText)).toBe(true);
    expect(ownText.length).toBeLessThan(LONG.length);
    expect(await readMessage(threadId)).toMatchObject({ text: ownText, isStopped: true });
  });

  it('stores a partial answer when the generating node shuts down', async () => {
    const { turn, threadId } = await begin();
    await nodes.first.end('SIGTERM');
    await turn.done;
    const message = await readMessage(threadId);
    expect(message).toMatchObject({ isPartial: true, isStopped: false, text: await turn.untilText(0) });
  });
});
