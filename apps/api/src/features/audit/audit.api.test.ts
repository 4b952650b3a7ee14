import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditCheck, AuditEntry, AuditPerson } from '@hearth/contracts/audit/audit';
import { asOwner, withSystem, withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { pruneAudit } from './pruning.ts';

interface Log {
  entries: AuditEntry[];
  people: AuditPerson[];
  nextCursor: string | null;
}

const DAY = 86_400;

describeOneEngine('audit log', (engine) => {
  let api: TestApp;
  let ada: SignedIn;
  let bob: SignedIn;
  let teamId: string;
  const clock = createTestClock();

  beforeAll(async () => {
    // Backdate the entries, since retention also uses the database's own clock.
    clock.advance(-800 * DAY);
    api = await startApp(engine, { clock });
    ada = await signIn(api, 'ada@example.com');
    bob = await signIn(api, 'bob@example.com');
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob);
  });
  afterAll(async () => await api.close());

  const at = (path = '') => `/teams/${teamId}/audit${path}`;
  const list = async (query = '') => (await ada.get<Log>(at(query))).body;
  const acts = async (query = '') => (await list(query)).entries.map(({ act }) => act);
  const check = async () => (await ada.get<{ check: AuditCheck }>(at('/check'))).body.check;

  it('records actor, action, object, origin and previous values', async () => {
    const project = await makeProject(ada, teamId, { name: 'Moon' });
    const task = await makeTask(ada, teamId, { title: 'Fly', projectId: project.id });
    await ada.patch(`/teams/${teamId}`, { name: 'Menders' });
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'guest' });
    await ada.send('PUT', `/teams/${teamId}/projects/${project.id}/grants/${bob.user.id}`, {
      body: { level: 'edit' },
    });
    await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    const { entries, people } = await list();
    expect(entries.slice(0, 4)).toMatchObject([
      { act: 'task.trashed', object: { kind: 'task', id: task.id, name: 'Fly' }, actorId: ada.user.id },
      {
        act: 'project.granted',
        object: { name: 'Moon' },
        details: { userId: bob.user.id, level: 'edit', before: null },
      },
      {
        act: 'member.roleChanged',
        object: { id: bob.user.id, name: null },
        details: { from: 'member', to: 'guest' },
      },
      { act: 'team.changed', details: { name: { from: 'Makers', to: 'Menders' } } },
    ]);
    expect(entries[0]?.address).toMatch(/^(127\.0\.0\.0\/24|0:0:0::\/48)$/);
    expect(entries[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(people.map(({ name }) => name).toSorted()).toEqual(['ada', 'bob']);
    expect(entries.map(({ number }) => number)).toEqual(
      Array.from({ length: entries.length }, (_, index) => entries.length - index),
    );
    expect(JSON.stringify(entries)).not.toContain('bob@example.com');
  });

  it('omits the names of objects in private projects', async () => {
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    const project = await makeProject(ada, teamId, { name: 'Secret' });
    const created = await ada.patch(`/teams/${teamId}/projects/${project.id}`, { isPrivate: true });
    expect(created.status).toBe(200);
    const task = await makeTask(ada, teamId, { title: 'Hidden plan', projectId: project.id });
    await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    await ada.post(`/teams/${teamId}/trash/${task.id}/restore`);
    const { entries } = await list('?object=task&limit=2');
    expect(entries).toMatchObject([
      { act: 'task.restored', object: { id: task.id, name: null } },
      { act: 'task.trashed', object: { id: task.id, name: null } },
    ]);
  });

  it('records plan changes and, once per user, joins denied because the team is full', async () => {
    const full = await makeTeam(ada);
    const people = await Promise.all(['di', 'ed', 'fay'].map((name) => signIn(api, `${name}@example.com`)));
    const created = await ada.post<{ invite: { id: string; link: string } }>(
      `/teams/${full._id}/invites`,
      {},
    );
    const { link, id } = created.body.invite;
    for (const person of [...people, people[2] as SignedIn]) await person.post(`/invites/${link}/join`);
    await ada.post(`/dev/teams/${full._id}/plan`, { plan: 'pro' });
    const { entries } = (await ada.get<Log>(`/teams/${full._id}/audit`)).body;
    expect(entries.map(({ act }) => act)).toEqual([
      'plan.changed',
      'invite.refused',
      'member.joined',
      'member.joined',
      'invite.made',
      'team.created',
    ]);
    expect(entries[0]).toMatchObject({ actorId: null, details: { from: 'free', to: 'pro' } });
    expect(entries[1]).toMatchObject({ actorId: people[2]?.user.id, object: { kind: 'invite', id } });
  });

  it('filters entries by user, action, object and time, paginates them and rejects invalid filters', async () => {
    expect(await acts(`?person=${bob.user.id}&act=member.joined`)).toEqual(['member.joined']);
    expect(await acts(`?person=${bob.user.id}`)).toContain('project.granted');
    expect(await acts('?object=task')).toEqual(['task.restored', 'task.trashed', 'task.trashed']);
    const task = (await list('?object=task')).entries.at(-1);
    expect(await acts(`?about=${task?.object.id}`)).toEqual(['task.trashed']);
    expect(await acts(`?about=${teamId}&person=${bob.user.id}`)).toEqual([]);
    const [first] = (await list('?act=team.created')).entries;
    expect(await acts(`?from=${first?.at}`)).toContain('team.created');
    expect(await acts(`?to=${first?.at}`)).toEqual([]);
    const whole = await acts();
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Log = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.entries.length).toBeLessThanOrEqual(2);
      paged.push(...page.entries.map(({ act }) => act));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
    for (const wrong of ['?act=nothing', '?from=today', '?cursor=W10', '?cursor=WyJ4Il0', '?person=ada'])
      expect((await ada.get(at(wrong))).status, wrong).toBe(400);
  });

  it('denies guests with 403 and non-members with 404', async () => {
    for (const path of ['', '/check', '/export', '/export.csv']) {
      expect((await bob.get(at(path))).status, path).toBe(403);
      expect((await (await signIn(api, 'eve@example.com')).get(at(path))).status, path).toBe(404);
    }
  });

  it('exports the log as JSON and CSV, audits each export and requires a fresh sign-in', async () => {
    const json = await ada.get<{ entries: AuditEntry[]; head: { number: number; hash: string } }>(
      at('/export'),
    );
    expect(json.body.entries[0]).toMatchObject({ act: 'audit.exported', details: { format: 'json' } });
    expect(json.body.head).toEqual({
      number: json.body.entries[0]?.number,
      hash: json.body.entries[0]?.hash,
    });
    const csv = await ada.get<string>(at('/export.csv?act=task.trashed'));
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.body).toContain(',Fly,');
    expect(csv.body.trim().split('\r\n')).toHaveLength(3);
    expect((await acts())[0]).toBe('audit.exported');
    clock.advance(3_601);
    expect(await ada.get(at('/export'))).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
    expect(await acts()).toHaveLength(json.body.entries.length + 1);
  });

  it('assigns consecutive numbers under concurrent writes', async () => {
    const created = await Promise.all(
      Array.from({ length: 12 }, () => ada.post(`/teams/${teamId}/invites`, {})),
    );
    expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
    const { isWhole, entries, head } = await check();
    expect(isWhole).toBe(true);
    expect(entries).toBe(head.number);
    expect((await list('?limit=200')).entries.map(({ number }) => number)[0]).toBe(head.number);
  });

  it('prevents updates, truncation, deletes outside system transactions and deletes of recent entries', async () => {
    const { db } = api.app;
    const on = { teamId, userId: ada.user.id };
    const write = (text: string) => withTeam(db, on, (tx) => sql.raw(text).execute(tx));
    await expect(write(`update audit_entries set act = 'x'`)).rejects.toMatchObject({ code: '42501' });
    await expect(write(`update audit_entries set keep_days = 1`)).rejects.toMatchObject({ code: '42501' });
    await expect(write('truncate audit_entries')).rejects.toMatchObject({ code: '42501' });
    const count = async () => (await check()).entries;
    const before = await count();
    // The head of the chain may only be deleted together with the last entry of a purged team.
    expect((await write('delete from audit_heads')).numAffectedRows).toBe(0n);
    // Old entries may be deleted, but only in system transactions.
    await write('delete from audit_entries');
    expect(await count()).toBe(before);
    const young = (await makeTeam(ada))._id;
    await asOwner(db, (tx) => sql`update audit_entries set at = now() where team_id = ${young}`.execute(tx));
    await withSystem(db, (tx) => sql`delete from audit_entries where team_id = ${young}`.execute(tx));
    const remaining = await asOwner(db, (tx) =>
      sql`select from audit_entries where team_id = ${young}`.execute(tx),
    );
    expect(remaining.rows).toHaveLength(1);
  });

  describe('verification after tampering', () => {
    const tamper = async (text: string) => {
      const target = (await makeTeam(ada))._id;
      for (let n = 0; n < 5; n += 1) await ada.patch(`/teams/${target}`, { name: `Name ${n}` });
      const readLog = async () =>
        (await ada.get<{ check: AuditCheck }>(`/teams/${target}/audit/check`)).body.check;
      expect(await readLog()).toMatchObject({ isWhole: true, entries: 6 });
      await asOwner(api.app.db, (tx) => sql.raw(text.replaceAll('$team', `'${target}'`)).execute(tx));
      return await readLog();
    };

    it.each([
      ['a modified entry', `update audit_entries set actor = null where team_id = $team and number = 3`, 3],
      ['modified details', `update audit_entries set details = '{}' where team_id = $team and number = 4`, 4],
      ['a removed entry', `delete from audit_entries where team_id = $team and number = 2`, 2],
      ['removed entries at the end', `delete from audit_entries where team_id = $team and number > 4`, 5],
      ['removed entries at the start', `delete from audit_entries where team_id = $team and number < 3`, 1],
      ['a modified head', `update audit_heads set last_hash = '\\x00' where team_id = $team`, 7],
    ])('detects %s', async (_what, text, brokenAt) => {
      expect(await tamper(text)).toMatchObject({ isWhole: false, brokenAt });
    });
  });

  it('prunes entries after the retention period of their original plan and verifies the remaining chain', async () => {
    const free = (await makeTeam(ada, 'Free'))._id;
    const pro = (await makeTeam(ada, 'Pro'))._id;
    await ada.post(`/dev/teams/${pro}/plan`, { plan: 'pro' });
    const rename = async (name: string) => {
      ada = await signIn(api, 'ada@example.com');
      for (const id of [free, pro]) await ada.patch(`/teams/${id}`, { name });
    };
    const read = async (id: string) => ({
      acts: (await ada.get<Log>(`/teams/${id}/audit`)).body.entries.map(({ act }) => act),
      check: (await ada.get<{ check: AuditCheck }>(`/teams/${id}/audit/check`)).body.check,
    });
    await rename('First');
    clock.advance(20 * DAY);
    await rename('Second');
    clock.advance(15 * DAY);
    await rename('Third');
    await pruneAudit(api.app);
    expect(await read(free)).toMatchObject({
      acts: ['team.changed', 'team.changed'],
      check: { isWhole: true, entries: 2, start: { number: 2 }, head: { number: 4 } },
    });
    expect(await read(pro)).toMatchObject({ check: { isWhole: true, entries: 5, start: { number: 0 } } });
    // A downgrade does not shorten the retention of existing entries.
    await ada.post(`/dev/teams/${pro}/plan`, { plan: 'free' });
    clock.advance(100 * DAY);
    await rename('Fourth');
    await pruneAudit(api.app);
    expect((await read(pro)).check).toMatchObject({ isWhole: true, head: { number: 7 } });
    expect((await read(pro)).acts).toContain('plan.changed');
    expect((await read(free)).acts).toEqual(['team.changed']);
    clock.advance(400 * DAY);
    await rename('Fifth');
    await pruneAudit(api.app);
    expect(await read(pro)).toMatchObject({ acts: ['team.changed'], check: { isWhole: true, entries: 1 } });
  });
});
