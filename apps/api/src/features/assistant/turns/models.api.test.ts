import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AssistantSettings,
  AssistantThread,
  AssistantMessage,
} from '@hearth/contracts/assistant/assistant';
import { openTurn, sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { findFreePort } from '#testing/free-port.ts';
import { makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { IS_ALL } from '#testing/sample.ts';
import { createTestClock, startApp, type TestApp, type TestClock } from '#testing/start-app.ts';

const WIRES = [
  { kind: 'openai-compatible', base: '/v1' },
  { kind: 'anthropic', base: '/v1' },
] as const;
const TIMEOUT_MS = 1_500;
const LONG = Array.from({ length: 400 }, (_none, n) => `word${n}`).join(' ');

interface Thread {
  thread: AssistantThread;
  messages: AssistantMessage[];
}

describeOneEngine('language models of the assistant', (engine) => {
  describe.each(WIRES)('protocol $kind', ({ kind, base }) => {
    const peer = new LLMock({ port: 0, chunkSize: 12 });
    let api: TestApp;
    let clock: TestClock;
    let ada: SignedIn;
    let teamId: string;

    beforeAll(async () => {
      await peer.start();
      clock = createTestClock();
      const env = {
        AI_PROVIDER: kind,
        AI_BASE_URL: `${peer.url}${base}`,
        AI_API_KEY: 'a key',
        AI_MODEL: 'model-1',
        AI_TIMEOUT_MS: String(TIMEOUT_MS),
      };
      api = await startApp(engine, { env, clock });
      ada = await signIn(api, 'ada@example.com');
    });
    afterAll(async () => {
      await api.close();
      await peer.stop();
    });
    beforeEach(async () => {
      peer.clearChaos().clearFixtures();
      peer.clearRequests();
      teamId = (await makeTeam(ada))._id;
      // Let the circuit breaker's cool-down from earlier failures expire.
      clock.advance(3600);
    });
    const readUsage = async () =>
      (await ada.get<{ settings: AssistantSettings }>(`/teams/${teamId}/assistant/settings`)).body.settings
        .usage;
    const readThread = async (id: string) =>
      (await ada.get<Thread>(`/teams/${teamId}/assistant/threads/${id}`)).body;

    it('calls tools and cites only sources that the tools returned', async () => {
      const task = await makeTask(ada, teamId, { title: 'Ship the site' });
      peer.on(
        { userMessage: 'What is there', hasToolResult: false },
        { toolCalls: [{ name: 'listTasks', arguments: '{}' }] },
      );
      peer.on(
        { userMessage: 'What is there', hasToolResult: true },
        {
          content: `One task [${task.key}], and one that is not there [NONE-77]. ![x](https://evil.test/?a)`,
        },
      );
      const { status, body } = await sendMessage(ada, teamId, 'What is there?');
      expect(status).toBe(200);
      expect(body.message).toMatchObject({
        role: 'assistant',
        text: expect.stringMatching(/^One task\[\^1\], and one that is not there\.\s*$/),
        citations: [{ kind: 'task', id: task.id }],
        provider: 'model-1',
        isFallback: false,
        isPartial: false,
      });
      expect(await readUsage()).toEqual({ used: 1, max: 50 });
      const { messages } = await readThread(body.threadId);
      expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user']);
      expect(messages[0]).toEqual(body.message);
    });

    it('sends the thread to the model and states when an answer has no source', async () => {
      peer.onMessage(/.*/, { content: 'It is blue.' });
      const first = await sendMessage(ada, teamId, 'What colour is the sky?');
      expect(first.body.message.text).toBe('It is blue.\n\nNo source in this team.');
      await sendMessage(ada, teamId, 'Say it again', first.body.threadId);
      const sent = JSON.stringify(peer.getLastRequest()?.body);
      expect(sent).toContain('What colour is the sky?');
      expect(sent).toContain('Say it again');
    });

    it.each([
      ['HTTP 429', () => peer.onMessage(/.*/, { error: { message: 'slow down' }, status: 429 })],
      ['HTTP 500', () => peer.onMessage(/.*/, { error: { message: 'broken' }, status: 500 })],
      ['no response', () => peer.onMessage(/.*/, { content: 'late' }, { latency: 20_000 })],
      ['a malformed response', () => peer.setChaos({ malformedRate: 1 })],
      ['a dropped connection', () => peer.setChaos({ dropRate: 1 })],
    ])(
      'falls back to the built-in assistant free of charge and opens the circuit breaker on %s',
      async (_name, simulateFailure) => {
        simulateFailure();
        const began = performance.now();
        const { status, body } = await sendMessage(ada, teamId, 'What is there?');
        // The measured time is meaningless on a host that is busy with other tests.
        if (IS_ALL) expect(performance.now() - began).toBeLessThan(TIMEOUT_MS + 2_000);
        expect(status).toBe(200);
        expect(body.message).toMatchObject({ provider: 'builtin', isFallback: true, isPartial: false });
        expect(body.message.text).not.toBe('');
        // The quota is not charged because no model answered.
        expect((await readUsage()).used).toBe(0);
        // The next turn does not wait for the model because the circuit breaker is open.
        const requestCount = peer.getRequests().length;
        const again = await sendMessage(ada, teamId, 'And now?', body.threadId);
        expect(again.body.message).toMatchObject({ provider: 'builtin', isFallback: true });
        expect(peer.getRequests()).toHaveLength(requestCount);
      },
    );

    it('keeps a partial answer after a failure and marks it as partial', async () => {
      peer.onMessage(/.*/, { content: LONG }, { latency: 5, truncateAfterChunks: 20 });
      const { status, body } = await sendMessage(ada, teamId, 'Tell me a lot');
      expect(status).toBe(200);
      expect(body.message).toMatchObject({ provider: 'model-1', isPartial: true, isFallback: false });
      expect(body.message.text.length).toBeGreaterThan(20);
      expect(LONG.startsWith(body.message.text)).toBe(true);
    });

    it('continues the answer after the reader disconnects and resumes the stream from any position', async () => {
      peer.onMessage(/.*/, { content: LONG }, { latency: 10 });
      const path = `/teams/${teamId}/assistant`;
      const first = await openTurn(ada, `${path}/messages`, { text: 'Tell me a lot' });
      expect(first.status).toBe(200);
      const seen = await first.untilText(200);
      const threadId = first.events[0]?.threadId ?? '';
      first.hangUp();
      const listed = await ada.get<{ threads: AssistantThread[] }>(`${path}/threads`);
      expect(listed.body.threads).toMatchObject([
        { id: threadId, title: 'Tell me a lot', isRunning: true, isPinned: false },
      ]);
      expect((await sendMessage(ada, teamId, 'Another', threadId)).status).toBe(409);
      const [whole, rest] = await Promise.all([
        openTurn(ada, `${path}/threads/${threadId}/stream`),
        openTurn(ada, `${path}/threads/${threadId}/stream`, { lastEventId: seen.length }),
      ]);
      await Promise.all([whole.done, rest.done]);
      expect(await whole.untilText(0)).toBe(LONG);
      expect(seen + (await rest.untilText(0))).toBe(LONG);
      expect(whole.events.at(-1)).toMatchObject({
        type: 'message',
        message: { text: LONG, isStopped: false },
      });
      const after = await ada.get(`${path}/threads/${threadId}/stream`);
      expect(after.status).toBe(204);
    });

    it('stops on request and stores the partial answer', async () => {
      peer.onMessage(/.*/, { content: LONG }, { latency: 20 });
      const path = `/teams/${teamId}/assistant`;
      const turn = await openTurn(ada, `${path}/messages`, { text: 'Tell me a lot' });
      await turn.untilText(60);
      const threadId = turn.events[0]?.threadId ?? '';
      expect((await ada.post(`${path}/threads/${threadId}/stop`)).status).toBe(204);
      await turn.done;
      const { messages, thread } = await readThread(threadId);
      expect(thread.isRunning).toBe(false);
      expect(messages[0]).toMatchObject({ isStopped: true, isPartial: false });
      expect(messages[0]?.text).toBe(await turn.untilText(0));
      expect(messages[0]?.text.length).toBeLessThan(LONG.length);
    });

    it('falls back to the built-in assistant once the monthly quota is used up', async () => {
      peer.onMessage(/.*/, { content: 'Yes.' });
      for (let n = 0; n < 50; n += 1) await sendMessage(ada, teamId, `Hello ${n}`);
      expect(await readUsage()).toEqual({ used: 50, max: 50 });
      const { body } = await sendMessage(ada, teamId, 'One more');
      expect(body.message).toMatchObject({ provider: 'builtin', isFallback: true });
      expect(await readUsage()).toEqual({ used: 50, max: 50 });
    });

    it('uses the built-in assistant when models are disabled and denies messages when the assistant is off', async () => {
      const path = `/teams/${teamId}/assistant/settings`;
      expect((await ada.patch(path, { mode: 'builtin' })).status).toBe(200);
      const { body } = await sendMessage(ada, teamId, 'What is there?');
      expect(body.message).toMatchObject({ provider: 'builtin', isFallback: false });
      expect(peer.getRequests()).toEqual([]);
      await ada.patch(path, { mode: 'off' });
      expect((await sendMessage(ada, teamId, 'Anybody?')).status).toBe(403);
    });
  });

  it('starts the server and answers with the built-in assistant when the model is unreachable', async () => {
    const env = {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `http://127.0.0.1:${await findFreePort()}/v1`,
      AI_MODEL: 'model-1',
    };
    const api = await startApp(engine, { env });
    try {
      const ada = await signIn(api, 'ada@example.com');
      const teamId = (await makeTeam(ada))._id;
      const { status, body } = await sendMessage(ada, teamId, 'Hello');
      expect(status).toBe(200);
      expect(body.message).toMatchObject({ provider: 'builtin', isFallback: true });
    } finally {
      await api.close();
    }
  });
});
