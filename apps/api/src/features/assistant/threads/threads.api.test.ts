import { beforeEach, expect, it } from 'vitest';
import type { AccountExport } from '@hearth/contracts/account/account';
import type { AssistantMessage, AssistantThread } from '@hearth/contracts/assistant/assistant';
import { purgeAccounts } from '#features/auth/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { openTurn, sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { insertProposal } from '#testing/insert-thread.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

interface Listed {
  threads: AssistantThread[];
  nextCursor: string | null;
}

describeOneEngine('assistant threads', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    path = `/teams/${teamId}/assistant/threads`;
    await joinTeam(ada, teamId, ben);
  });
  const list = async (by: SignedIn, query = '') => (await by.get<Listed>(`${path}${query}`)).body;
  const read = async (by: SignedIn, id: string) =>
    await by.get<{ thread: AssistantThread; messages: AssistantMessage[]; nextCursor: string | null }>(
      `${path}/${id}`,
    );

  it('hides a user’s threads from other members and in the user’s other teams', async () => {
    const { body } = await sendMessage(ben, teamId, 'help');
    const { threadId } = body;
    expect((await list(ben)).threads.map(({ id }) => id)).toEqual([threadId]);
    expect(await list(ada)).toEqual({ threads: [], nextCursor: null });
    const other = (await makeTeam(ben, 'Others'))._id;
    expect((await ben.get<Listed>(`/teams/${other}/assistant/threads`)).body.threads).toEqual([]);
    for (const response of [
      await read(ada, threadId),
      await ada.patch(`${path}/${threadId}`, { title: 'Mine' }),
      await ada.delete(`${path}/${threadId}`),
      await ada.post(`${path}/${threadId}/stop`),
      await ada.get(`${path}/${threadId}/stream`),
      await sendMessage(ada, teamId, 'help', threadId),
      await ben.get(`/teams/${other}/assistant/threads/${threadId}`),
      await sendMessage(ben, other, 'help', threadId),
    ])
      expect(response.status).toBe(404);
    expect((await read(ben, threadId)).body.messages).toHaveLength(2);
  });

  it('titles threads after the first message and renames, pins, searches, paginates and deletes threads', async () => {
    const long = 'create task '.repeat(20);
    const first = (await sendMessage(ada, teamId, `  Where is\nthe  plan?`)).body.threadId;
    const second = (await sendMessage(ada, teamId, long)).body.threadId;
    const [latest, before] = (await list(ada)).threads;
    expect(before?.title).toBe('Where is the plan?');
    expect(latest?.title.length).toBeLessThanOrEqual(61);
    expect(latest?.title.endsWith('…')).toBe(true);
    const renamed = await ada.patch<{ thread: AssistantThread }>(`${path}/${first}`, {
      title: 'Plans',
      isPinned: true,
    });
    expect(renamed.body.thread).toMatchObject({ id: first, title: 'Plans', isPinned: true });
    expect((await list(ada)).threads.map(({ id }) => id)).toEqual([first, second]);
    expect((await list(ada, '?q=PLANS')).threads.map(({ id }) => id)).toEqual([first]);
    // The search also matches phrases in messages, without wildcards.
    expect((await list(ada, '?q=create%20task')).threads.map(({ id }) => id)).toEqual([second]);
    expect((await list(ada, '?q=%25')).threads).toEqual([]);
    const page = await list(ada, '?limit=1');
    expect(page.threads.map(({ id }) => id)).toEqual([first]);
    expect((await list(ada, `?limit=1&cursor=${page.nextCursor}`)).threads.map(({ id }) => id)).toEqual([
      second,
    ]);
    expect((await ada.get(`${path}?cursor=WyJhIiwiYiIsImMiXQ`)).status).toBe(400);
    expect((await ada.delete(`${path}/${first}`)).status).toBe(204);
    expect((await list(ada)).threads.map(({ id }) => id)).toEqual([second]);
    expect((await read(ada, first)).status).toBe(404);
    for (const body of [{ text: '' }, { text: 'x'.repeat(4001) }, {}, { text: 'a', plan: 'pro' }])
      expect((await ada.post(`/teams/${teamId}/assistant/messages`, body)).status).toBe(400);
  });

  it('returns the stored response when a request is retried with the same idempotency key', async () => {
    const send = async () =>
      await ada.send<{ message: AssistantMessage }>('POST', `/teams/${teamId}/assistant/messages`, {
        body: { text: 'help' },
        headers: { 'idempotency-key': `once ${teamId}`.replace(' ', '-') },
      });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await list(ada)).threads).toHaveLength(1);
  });

  it('keeps the partial answer of a crashed node and lets the thread continue', async () => {
    const { threadId } = (await sendMessage(ada, teamId, 'help')).body;
    // Reproduce the state left by a node that was killed while writing an answer.
    await asOwner(api.app.db, (tx) =>
      tx
        .updateTable('assistant_messages')
        .set({ text: 'It was abo', lease_until: new Date(clock.now().getTime() + 2_000) })
        .where('thread_id', '=', threadId)
        .where('role', '=', 'assistant')
        .execute(),
    );
    expect((await read(ada, threadId)).body.thread.isRunning).toBe(true);
    expect((await sendMessage(ada, teamId, 'And?', threadId)).status).toBe(409);
    const followed = await openTurn(ada, `${path}/${threadId}/stream`);
    expect(await followed.untilText(10)).toBe('It was abo');
    clock.advance(3);
    await followed.done;
    expect(followed.events.at(-1)).toMatchObject({ type: 'message', message: { isPartial: true } });
    const { thread, messages } = (await read(ada, threadId)).body;
    expect(thread.isRunning).toBe(false);
    expect(messages[0]).toMatchObject({ text: 'It was abo', isPartial: true, isStopped: false });
    expect((await ada.get(`${path}/${threadId}/stream`)).status).toBe(204);
    expect((await sendMessage(ada, teamId, 'And?', threadId)).status).toBe(200);
  });

  it('includes messages and proposals in the data export and deletes them with the account', async () => {
    const cleo = await signIn(api, 'cleo@example.com');
    await joinTeam(ada, teamId, cleo, 'guest');
    const { threadId } = (await sendMessage(cleo, teamId, 'help')).body;
    const proposed = await insertProposal(api, { teamId, userId: cleo.user.id, title: 'A thought' });
    const whole = (await cleo.get<AccountExport>('/account/export')).body;
    expect(whole.assistantMessages).toHaveLength(3);
    expect(whole.assistantMessages[0]).toMatchObject({ teamId, threadId, role: 'user', text: 'help' });
    expect(whole.assistantProposals).toMatchObject([{ id: proposed, changes: [{ title: 'A thought' }] }]);
    expect((await cleo.delete('/account')).status).toBe(204);
    clock.advance(15 * 86_400);
    await purgeAccounts(api.app);
    const remaining = await asOwner(api.app.db, (tx) =>
      tx.selectFrom('assistant_messages').select('id').where('thread_id', '=', threadId).execute(),
    );
    expect(remaining).toEqual([]);
    const waiting = await asOwner(api.app.db, (tx) =>
      tx.selectFrom('assistant_proposals').select('id').where('id', '=', proposed).execute(),
    );
    expect(waiting).toEqual([]);
  });
});
