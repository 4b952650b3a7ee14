import { expect, it } from 'vitest';
import type { Account, AccountExport } from '@hearth/contracts/account/account';
import { accountExport } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import { LOCALES } from '@hearth/contracts/core/locales';
import type { Member } from '@hearth/contracts/members/members';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import {
  Client,
  joinTeam,
  makeProject,
  makeTask,
  makeTeam,
  makeToken,
  presentToken,
  signIn,
} from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

type Reply = { account: Account };

/** Spells a number in letters, since action names contain no digits. */
function letters(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

async function codeOf(client: Client): Promise<string> {
  const response = await client.post<Problem>('/auth/verify');
  return response.status === 200 ? 'signed in' : response.body.code;
}

describeOneEngine('accounts', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock });

  it('keeps a chosen name across sign-ins and otherwise takes the provider’s latest name', async () => {
    const first = await signIn(server, 'name@example.com', { name: 'Given' });
    const renamed = await signIn(server, 'name@example.com', { name: 'Given Anew' });
    expect(renamed.user.name).toBe('Given Anew');
    const { status, body } = await first.patch<Reply>('/account', { name: '  Chosen ' });
    expect([status, body.account.name]).toEqual([200, 'Chosen']);
    const again = await signIn(server, 'name@example.com', { name: 'Given Third' });
    expect(again.user.name).toBe('Chosen');
    expect((await again.post<{ user: unknown }>('/auth/verify')).body.user).toEqual(again.user);
  });

  it('publishes a new name to the user’s teams', async () => {
    const owner = await signIn(server, 'feed-owner@example.com');
    const person = await signIn(server, 'feed-person@example.com');
    const { _id: teamId } = await makeTeam(owner);
    await joinTeam(owner, teamId, person);
    const { seq } = (await owner.get<{ seq: number }>(`/teams/${teamId}/sync`)).body;
    await person.patch('/account', { name: 'Newly Called' });
    const { body } = await owner.get<{ member: Member }>(`/teams/${teamId}/members/${person.user.id}`);
    expect(body.member.name).toBe('Newly Called');
    const sync = await owner.get<{ changes: { entity: string; data: { name: string } }[] }>(
      `/teams/${teamId}/sync?since=${seq}`,
    );
    expect(sync.body.changes.map(({ entity, data }) => [entity, data.name])).toEqual([
      ['member', 'Newly Called'],
    ]);
  });

  it('stores language, time zone and digest settings and rejects invalid values with field errors', async () => {
    const person = await signIn(server, 'zone@example.com');
    expect((await person.get<Reply>('/account')).body.account).toEqual({
      ...person.user,
      language: null,
      timeZone: null,
      digest: null,
      shortcuts: {},
      createdAt: expect.stringMatching(/Z$/) as string,
      deletesAt: null,
    });
    await person.patch('/account', { language: 'hi', timeZone: 'Asia/Kolkata' });
    const phone = await signIn(server, 'zone@example.com');
    expect((await phone.get<Reply>('/account')).body.account).toMatchObject({
      language: 'hi',
      timeZone: 'Asia/Kolkata',
    });
    expect((await phone.patch<Reply>('/account', { timeZone: null })).body.account.timeZone).toBeNull();
    const digest = { hour: 8, timeZone: 'Asia/Kolkata' };
    expect((await person.patch<Reply>('/account', { digest })).body.account.digest).toEqual(digest);
    const { body: read } = await phone.get<Reply & { delivery: string }>('/account');
    expect([read.account.digest, read.delivery]).toEqual([digest, 'outbox']);
    expect((await phone.patch<Reply>('/account', { digest: null })).body.account.digest).toBeNull();
    const wrong: [unknown, string, string][] = [
      [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'must be a time zone such as Asia/Kolkata'],
      [{ timeZone: '+05:30' }, 'timeZone', 'must be a time zone such as Asia/Kolkata'],
      [
        { digest: { ...digest, timeZone: 'Mars/Olympus' } },
        'digest.timeZone',
        'must be a time zone such as Asia/Kolkata',
      ],
      [{ digest: { ...digest, hour: -1 } }, 'digest.hour', 'must be an hour from 0 to 23'],
      [{ name: ' ' }, 'name', 'can’t be empty'],
      [{ name: 'x'.repeat(81) }, 'name', 'must be 80 characters or fewer'],
      [{ email: 'other@example.com' }, 'email', 'isn’t a field of this request'],
    ];
    for (const [body, path, message] of wrong) {
      const response = await phone.patch<Problem>('/account', body);
      expect([response.status, response.body.code, response.body.errors]).toEqual([
        400,
        'INVALID_REQUEST',
        [{ path, message }],
      ]);
    }
    for (const language of LOCALES)
      expect((await phone.patch<Reply>('/account', { language })).body.account.language).toBe(language);
    expect((await phone.patch<Problem>('/account', { language: 'de' })).body.errors?.[0]?.path).toBe(
      'language',
    );
  });

  it('merges shortcuts across devices, assigns each key to the latest command and rejects invalid shortcuts', async () => {
    const laptop = await signIn(server, 'keys@example.com');
    const phone = await signIn(server, 'keys@example.com');
    const choose = async (client: Client, shortcuts: Record<string, string | null>) =>
      (await client.patch<Reply>('/account', { shortcuts })).body.account.shortcuts;
    expect(await choose(laptop, { 'task.new': 'q', 'task.status': 'z s' })).toEqual({
      'task.new': 'q',
      'task.status': 'z s',
    });
    // The other device's copy is stale: actions that it omits keep their shortcuts, and the key is reassigned.
    expect(await choose(phone, { 'task.due': 'q', 'task.link': '' })).toEqual({
      'task.new': '',
      'task.status': 'z s',
      'task.due': 'q',
      'task.link': '',
    });
    await choose(laptop, { 'task.new': null, 'task.due': null, 'task.link': null });
    expect((await phone.get<Reply>('/account')).body.account.shortcuts).toEqual({ 'task.status': 'z s' });
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`act.n${letters(from + at)}`, '']));
    await choose(phone, many(0));
    const wrong: [unknown, string, string][] = [
      [{ 'task.new': 'Enter' }, 'shortcuts.task.new', 'must be keys such as c, mod+k or g t'],
      [{ 'task.new': 'mod+w' }, 'shortcuts.task.new', 'is used by the browser'],
      [{ 'task.new': 'mod+v' }, 'shortcuts.task.new', 'is a key people type with'],
      [{ 'task.new': 'g', 'task.due': 'g t' }, 'shortcuts.task.due', 'is already used for another command'],
      [{ '<b>': 'g' }, 'shortcuts.<b>', 'isn’t a command'],
      [many(200), 'shortcuts', 'can set up to 300 shortcuts'],
      [{ ...many(0), ...many(200) }, 'shortcuts', 'can set up to 300 shortcuts'],
    ];
    for (const [shortcuts, path, message] of wrong) {
      const response = await phone.patch<Problem>('/account', { shortcuts });
      expect([response.status, response.body.code, response.body.errors]).toEqual([
        400,
        'INVALID_REQUEST',
        [{ path, message }],
      ]);
    }
    expect((await phone.patch<Problem>('/account', { shortcuts: 'q' })).body.errors?.[0]?.path).toBe(
      'shortcuts',
    );
  });

  it('signs the user, and no other user, out of all browsers', async () => {
    const [laptop, phone] = [
      await signIn(server, 'out@example.com'),
      await signIn(server, 'out@example.com'),
    ];
    const other = await signIn(server, 'stays@example.com');
    expect((await laptop.delete('/auth/sessions')).status).toBe(204);
    expect(laptop.cookies.has('sid')).toBe(false);
    expect(await codeOf(phone)).toBe('UNAUTHENTICATED');
    expect(await codeOf(other)).toBe('signed in');
  });

  it('exports only the user’s own data and requires a fresh sign-in for export and deletion', async () => {
    const owner = await signIn(server, 'whole-owner@example.com');
    const person = await signIn(server, 'whole@example.com', { name: 'Whole' });
    const { _id: teamId } = await makeTeam(owner, 'Exporters');
    await joinTeam(owner, teamId, person);
    const created = await makeTask(person, teamId, { title: 'Made by me' });
    const given = await makeTask(owner, teamId, { title: 'Given to me', assigneeIds: [person.user.id] });
    await makeTask(owner, teamId, { title: 'canary of somebody else' });
    await person.post(`/teams/${teamId}/tasks/${given.id}/comments`, { body: 'Mine' });
    await owner.post(`/teams/${teamId}/tasks/${created.id}/comments`, { body: 'canary of the owner' });
    for (const by of [person, owner])
      await by.patch(`/teams/${teamId}/own-tasks`, { taskIds: [given.id], snoozedUntil: '2031-02-03' });
    const project = await makeProject(owner, teamId, { name: 'At hand' });
    const star = `/teams/${teamId}/projects/${project.id}/favourite`;
    await person.send('PUT', star, { body: { position: 'a1' } });
    await owner.send('PUT', star, { body: { position: 'a2' } });
    await makeDocument(person, teamId, { title: 'My page', markdown: 'Mine **too**' });
    await makeDocument(owner, teamId, { title: 'canary page', markdown: 'canary' });
    const deletedTeam = await makeTeam(person, 'Alone');
    await person.delete(`/teams/${deletedTeam._id}`);

    const response = await person.get<AccountExport>('/account/export');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const whole = accountExport.parse(response.body);
    expect(whole.account.email).toBe('whole@example.com');
    expect(whole.sessions).toHaveLength(1);
    expect(whole.memberships.map((one) => [one.teamName, one.teamRole])).toEqual([
      ['Exporters', 'member'],
      ['Alone', 'owner'],
    ]);
    expect(whole.tasks.map((task) => `${task.teamId} ${task.title}`).toSorted()).toEqual([
      `${teamId} Given to me`,
      `${teamId} Made by me`,
    ]);
    expect(whole.comments.map((comment) => comment.body)).toEqual(['Mine']);
    expect(whole.documents.map(({ title, text }) => [title, text])).toEqual([['My page', 'Mine too']]);
    expect(whole.ownTasks).toEqual([
      { teamId, taskId: given.id, position: null, snoozedUntil: '2031-02-03', reminders: [] },
    ]);
    expect(whole.favourites).toEqual([{ teamId, id: project.id, kind: 'project', position: 'a1' }]);
    expect(JSON.stringify(response.body)).not.toContain('canary');

    clock.advance(3_601);
    const stale = await person.get<Problem>('/account/export');
    expect([stale.status, stale.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await person.delete<Problem>('/account')).body.code).toBe('REAUTH_REQUIRED');
  });

  it('denies deletion of the only owner of a shared team and names the team', async () => {
    const owner = await signIn(server, 'sole@example.com');
    const other = await signIn(server, 'other@example.com');
    const shared = await makeTeam(owner, 'Shared');
    await makeTeam(owner, 'Alone');
    await joinTeam(owner, shared._id, other);
    const refused = await owner.delete<Problem>('/account');
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER']);
    expect(refused.body.teams).toEqual([{ _id: shared._id, name: 'Shared' }]);
    expect(refused.body.detail).toContain('Shared');
    expect(await codeOf(owner)).toBe('signed in');
    await owner.patch(`/teams/${shared._id}/members/${other.user.id}`, { teamRole: 'owner' });
    expect((await owner.delete('/account')).status).toBe(204);
  });

  it('signs out all sessions on a deletion request and lets the user cancel it after signing in again', async () => {
    const [laptop, phone] = [
      await signIn(server, 'keep@example.com'),
      await signIn(server, 'keep@example.com'),
    ];
    expect((await laptop.delete('/account')).status).toBe(204);
    expect(laptop.cookies.has('sid')).toBe(false);
    expect(await codeOf(phone)).toBe('UNAUTHENTICATED');
    clock.advance(86_400);
    const back = new Client(server);
    await presentToken(back, await makeToken(server, 'keep@example.com'));
    const { deletesAt } = (await back.get<Reply>('/account')).body.account;
    const days = (new Date(deletesAt ?? 0).getTime() - clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(12.9);
    expect(days).toBeLessThanOrEqual(13);
    expect((await back.post<Reply>('/account/keep')).body.account.deletesAt).toBeNull();
    expect((await back.post('/account/keep')).status).toBe(200);
  });
});
