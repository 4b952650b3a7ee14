import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Account } from '@hearth/contracts/account/account';
import type { Member } from '@hearth/contracts/members/members';
import { asOwner, type Db } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import { Client, joinTeam, makeTask, makeTeam, makeToken, presentToken, signIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { settleSearch } from '#features/search/index.ts';
import { purgeAccounts, replayTombstones } from '#features/auth/index.ts';
import { useApp } from '#testing/use-app.ts';

const DAY = 86_400;

/** Returns the names of all tables with any of these words in any column. */
async function findWords(db: Db, words: readonly string[]): Promise<string[]> {
  return await asOwner(db, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
      tx,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{
        text: string;
      }>`select ${sql.ref('t')}::text as text from ${sql.table(name)} t`.execute(tx);
      if (rows.some(({ text }) => words.some((word) => text.toLowerCase().includes(word)))) found.push(name);
    }
    return found.toSorted();
  });
}

describeOneEngine('account deletion', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock });

  it('purges the account after 14 days, and only once under concurrent runs', async () => {
    const person = await signIn(server, 'wait@example.com');
    const startedAt = clock.now();
    await person.delete('/account');
    // The clock keeps running during the test, hence the minute on both sides.
    const waitUntil = (afterS: number) =>
      clock.advance((startedAt.getTime() - clock.now().getTime()) / 1000 + afterS);
    waitUntil(14 * DAY - 60);
    expect(await purgeAccounts(server.app)).toBe(0);
    waitUntil(14 * DAY + 60);
    const counts = await Promise.all([purgeAccounts(server.app), purgeAccounts(server.app)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await purgeAccounts(server.app)).toBe(0);
  });

  it('erases all personal data but keeps the user’s content in teams', async () => {
    const owner = await signIn(server, 'purge-owner@example.com', { name: 'Owner' });
    const person = await signIn(server, 'canary-9b1d@example.com', { name: 'Canary Ninebee' });
    const { _id: teamId } = await makeTeam(owner, 'Stays');
    const { _id: leftId } = await makeTeam(owner, 'Left Before');
    await joinTeam(owner, teamId, person);
    await joinTeam(owner, leftId, person);
    await person.delete(`/teams/${leftId}/members/${person.user.id}`);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#333333' } })
      .png()
      .toBuffer();
    const shown = await person.send<{ account: Account }>('PUT', '/account/image', {
      upload: new Blob([new Uint8Array(picture)], { type: 'image/png' }),
    });
    await person.patch('/account', {
      name: 'Canary Ninebee Again',
      timeZone: 'Asia/Kolkata',
      language: 'hi',
      digest: { hour: 8, timeZone: 'America/Argentina/Ushuaia' },
      shortcuts: { 'canary.ninebee': 'x' },
    });
    await person.send('PATCH', `/teams/${teamId}`, { body: { name: 'no right to' } });
    await owner.send('POST', `/teams/${leftId}/invites`, {
      body: { email: 'canary-9b1d@example.com' },
      headers: { 'idempotency-key': 'an-invite' },
    });
    await owner.send('PATCH', `/teams/${teamId}/members/${person.user.id}`, {
      body: { teamRole: 'admin' },
      headers: { 'idempotency-key': 'a-role' },
    });
    const absence = { from: '2026-12-24', to: '2026-12-31', word: 'Ninebee at home' };
    for (const word of [absence.word, 'Ninebee away']) {
      await owner.send('PATCH', `/teams/${teamId}/members/${person.user.id}/work-time`, {
        body: { absences: { '7d444840-9dc0-41d1-b245-5ffdce74fad2': { ...absence, word } } },
        headers: { 'idempotency-key': `a-word-of-${word.length}` },
      });
    }
    const task = await makeTask(person, teamId, { title: 'Stays here', assigneeIds: [person.user.id] });
    await person.post(`/teams/${teamId}/tasks/${task.id}/comments`, { body: 'Stays too' });
    const own = await makeDocument(person, teamId, { title: 'Known to nobody', isPrivate: true });
    const address = `/teams/${teamId}/documents/${own.id}`;
    expect((await owner.get(address)).status).toBe(404);
    const words = [
      'canary-9b1d',
      'ninebee',
      'ushuaia',
      (shown.body.account.image ?? '').slice(-32).toLowerCase(),
    ];
    await settleSearch(server.app);
    expect(await findWords(server.app.db, words)).toEqual(
      expect.arrayContaining(['answers', 'changes', 'history', 'invites', 'search_entries', 'users']),
    );

    await person.delete('/account');
    clock.advance(14 * DAY + 1);
    expect(await purgeAccounts(server.app)).toBe(1);
    expect(await findWords(server.app.db, words)).toEqual([]);
    const image = new URL(shown.body.account.image ?? '');
    expect((await new Client(server).get(image.pathname)).status).toBe(404);

    const back = await signIn(server, 'purge-owner@example.com', { name: 'Owner' });
    const { members } = (await back.get<{ members: Member[] }>(`/teams/${teamId}/members`)).body;
    expect(members.map(({ name }) => name)).toEqual(['Owner']);
    // The content must still be accessible to other members of the team.
    expect((await back.get(address)).status).toBe(200);
    const found = await back.get<{ task: { title: string; createdBy: string } }>(
      `/teams/${teamId}/tasks/${task.id}`,
    );
    expect(found.body.task).toMatchObject({ title: 'Stays here', createdBy: person.user.id });
    const { comments } = (
      await back.get<{ comments: { body: string }[] }>(`/teams/${teamId}/tasks/${task.id}/comments`)
    ).body;
    expect(comments.map(({ body }) => body)).toEqual(['Stays too']);
    const { subscription } = (
      await back.get<{ subscription: { usage: { collaborators: number } } }>(
        `/subscriptions/team/?teamId=${teamId}`,
      )
    ).body;
    expect(subscription.usage.collaborators).toBe(1);

    // Signing in with the same Google account creates a new account.
    const anew = await signIn(server, 'canary-9b1d@example.com');
    expect(anew.user.id).not.toBe(person.user.id);
    expect((await anew.get<{ teams: unknown[] }>('/teams')).body.teams).toEqual([]);
  });

  it('promotes a successor in a team left without an owner and deletes a team left without members', async () => {
    const going = await signIn(server, 'going@example.com');
    const partner = await signIn(server, 'partner@example.com');
    const admin = await signIn(server, 'heir@example.com');
    const { _id: teamId } = await makeTeam(going, 'Handed Over');
    const { _id: aloneId } = await makeTeam(going, 'Nobody Left');
    await joinTeam(going, teamId, partner);
    await joinTeam(going, teamId, admin, 'admin');
    await going.patch(`/teams/${teamId}/members/${partner.user.id}`, { teamRole: 'owner' });
    expect((await going.delete('/account')).status).toBe(204);
    await partner.delete(`/teams/${teamId}/members/${partner.user.id}`);
    clock.advance(14 * DAY + 1);
    expect(await purgeAccounts(server.app)).toBe(1);
    const heir = await signIn(server, 'heir@example.com');
    const { member } = (await heir.get<{ member: Member }>(`/teams/${teamId}/members/${admin.user.id}`)).body;
    expect(member.teamRole).toBe('owner');
    const { rows } = await asOwner(server.app.db, (tx) =>
      sql<{ deleted_at: Date | null }>`select deleted_at from teams where id = ${aloneId}`.execute(tx),
    );
    expect(rows[0]?.deleted_at).not.toBeNull();
  });

  it('resumes a purge ten minutes after the node that started it died', async () => {
    const person = await signIn(server, 'half@example.com');
    await person.delete('/account');
    clock.advance(14 * DAY + 1);
    await asOwner(server.app.db, (tx) =>
      sql`update users set purge_began_at = ${clock.now()} where id = ${person.user.id}`.execute(tx),
    );
    expect(await purgeAccounts(server.app)).toBe(0);
    clock.advance(601);
    expect(await purgeAccounts(server.app)).toBe(1);
  });

  it('purges the account again after a backup restored it', async () => {
    const person = await signIn(server, 'backup@example.com', { name: 'Restored' });
    await person.delete('/account');
    clock.advance(14 * DAY + 1);
    expect(await purgeAccounts(server.app)).toBe(1);
    await asOwner(server.app.db, (tx) =>
      sql`update users set name = 'Restored', email = 'backup@example.com', delete_at = null, deleted_at = null,
        purge_began_at = null where id = ${person.user.id}`.execute(tx),
    );
    await replayTombstones(server.app);
    expect(await purgeAccounts(server.app)).toBe(1);
    expect(await findWords(server.app.db, ['backup@example.com'])).toEqual([]);
  });

  it('lets the user cancel the deletion until the purge is due', async () => {
    const person = await signIn(server, 'late@example.com');
    await person.delete('/account');
    clock.advance(14 * DAY - 60);
    const back = new Client(server);
    await presentToken(back, await makeToken(server, 'late@example.com'));
    expect((await back.post('/account/keep')).status).toBe(200);
    clock.advance(120);
    expect(await purgeAccounts(server.app)).toBe(0);
    expect((await back.post('/auth/verify')).status).toBe(200);
  });
});
