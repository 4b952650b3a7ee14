import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { insertInvoice } from '#testing/billing.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { exportTeam, importTeam, makeCrowdedTeam } from '#testing/transfer.ts';
import { useApp } from '#testing/use-app.ts';

const DAY_S = 86_400;

describeOneEngine('team purge after 30 days', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let owner: SignedIn;

  beforeAll(async () => {
    owner = await signIn(api, 'owner@example.com');
  });

  const wait = async (days: number) => {
    clock.advance(days * DAY_S);
    owner = await signIn(api, 'owner@example.com');
    await getJobs(api.app).runDue();
  };
  const remove = async (teamId: string) => expect((await owner.delete(`/teams/${teamId}`)).status).toBe(204);

  /** Returns the number of rows that contain the team's id in any column, by table. */
  async function findTraces(teamId: string): Promise<Record<string, number>> {
    return await asOwner(api.app.db, async (tx) => {
      const { rows: tables } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public'`.execute(tx);
      const counts = tables.map(
        ({ name }) =>
          sql`select ${name}::text as name, count(*)::int as n from ${sql.table(name)} r where r::text like ${`%${teamId}%`}`,
      );
      const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(
        tx,
      );
      return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
    });
  }
  const readWork = async (teamId: string) => {
    const parts = ['tasks', 'projects', 'members', 'statuses'].map(
      (part) => `/teams/${teamId}/${part}?limit=200`,
    );
    const responses = await Promise.all(parts.map((path) => owner.get(path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return responses.map(({ body }) => body);
  };
  const listPictures = async () => await readdir(join(api.dataFolder, 'files', 'images')).catch(() => []);
  const findNames = async (name: string) =>
    (
      await asOwner(api.app.db, (tx) =>
        tx.selectFrom('users').select('id').where('name', '=', name).execute(),
      )
    ).length;

  it('purges all data except the audit log without affecting other teams', async () => {
    const [member, guest, stranger] = [
      await signIn(api, 'member@example.com'),
      await signIn(api, 'guest@example.com'),
      await signIn(api, 'stranger@example.com', { name: 'Only in the file' }),
    ];
    const goneId = await makeCrowdedTeam(owner, { member, guest }, 12);
    const keptId = await makeCrowdedTeam(owner, { member, guest }, 6);
    // The team also contains names of former users from an imported file.
    const fromId = await makeCrowdedTeam(owner, { member: stranger, guest }, 3);
    const { _id: importedId } = await makeTeam(owner, 'Imported');
    await owner.post(`/dev/teams/${importedId}/plan`, { plan: 'pro' });
    await importTeam(owner, importedId, await exportTeam(owner, fromId));
    expect(await findNames('Only in the file')).toBe(2);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#338' } })
      .png()
      .toBuffer();
    for (const teamId of [goneId, keptId]) {
      const upload = new Blob([new Uint8Array(picture)], { type: 'image/png' });
      expect((await owner.send('PUT', `/teams/${teamId}/image`, { upload })).status).toBe(200);
    }
    await owner.post(`/teams/${goneId}/invites`, { email: 'new@example.com' });
    const token = { name: 'Robot', scopes: ['tasks.list'], teamId: goneId };
    expect((await owner.post('/account/tokens', token)).status).toBe(201);
    expect(Object.keys(await findTraces(goneId)).length).toBeGreaterThan(15);
    expect(await listPictures()).toHaveLength(2);
    await remove(goneId);
    await remove(importedId);
    const before = await readWork(keptId);

    await wait(30);
    // A margin of one hour protects restores in progress.
    expect(Object.keys(await findTraces(goneId)).length).toBeGreaterThan(10);
    expect((await owner.post(`/teams/${goneId}/restore`)).status).toBe(404);
    await wait(0.5);
    // The team was on Pro, so its audit log is kept for a year, together with the empty team row.
    expect(Object.keys(await findTraces(goneId)).toSorted()).toEqual([
      'audit_entries',
      'audit_heads',
      'teams',
    ]);
    const row = await asOwner(api.app.db, (tx) =>
      tx.selectFrom('teams').select(['name', 'key', 'image']).where('id', '=', goneId).executeTakeFirst(),
    );
    expect(row).toEqual({ name: '', key: '', image: null });
    expect(await listPictures()).toHaveLength(1);
    expect(await findNames('Only in the file')).toBe(1);
    expect(await readWork(keptId)).toEqual(before);
    expect((await owner.post(`/teams/${goneId}/restore`)).status).toBe(404);
  });

  it('deletes the team row together with the last entry of its audit log', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Short');
    await makeTask(owner, teamId);
    await remove(teamId);
    await wait(31);
    expect(Object.keys(await findTraces(teamId)).toSorted()).toEqual([
      'audit_entries',
      'audit_heads',
      'teams',
    ]);
    // Delete the entries here: retention also uses the database's clock, which tests cannot move. Recent entries are therefore never
    // pruned.
    await asOwner(api.app.db, (tx) => sql`delete from audit_entries where team_id = ${teamId}`.execute(tx));
    await wait(0.5);
    expect(await findTraces(teamId)).toEqual({});
  });

  it('keeps payments and their files for the statutory period', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Paying');
    await makeTask(owner, teamId);
    await insertInvoice(api, teamId);
    await withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
      await tx.insertInto('billing_details').values({ team_id: teamId, name: 'Paying Ltd' }).execute();
      await tx
        .insertInto('billing_notices')
        .values({ team_id: teamId, kind: 'receipt', period: 'one', sent_at: clock.now() })
        .execute();
    });
    await getJobs(api.app).runDue();
    const files = await api.app.storage.list('invoices');
    expect(files).toHaveLength(1);
    await remove(teamId);
    await wait(31);
    const deleteAudit = async () =>
      await asOwner(api.app.db, (tx) => sql`delete from audit_entries where team_id = ${teamId}`.execute(tx));
    await deleteAudit();
    await wait(0.5);
    expect(Object.keys(await findTraces(teamId)).toSorted()).toEqual([
      'audit_heads',
      'billing_details',
      'invoices',
      'payments',
      'subscriptions',
      'teams',
    ]);
    expect(await api.app.storage.list('invoices')).toEqual(files);
    await asOwner(api.app.db, (tx) =>
      sql`update payments set paid_at = paid_at - interval '9 years' where team_id = ${teamId}`.execute(tx),
    );
    await wait(0.5);
    expect(await findTraces(teamId)).toEqual({});
    expect(await api.app.storage.list('invoices')).toEqual([]);
  });

  it('skips a team that was restored and keeps its history undeletable', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Back');
    const task = await makeTask(owner, teamId, { title: 'Before' });
    await owner.patch(`/teams/${teamId}/tasks/${task.id}`, { title: 'After' });
    await remove(teamId);
    await wait(29);
    expect((await owner.post(`/teams/${teamId}/restore`)).status).toBe(200);
    await wait(3);
    expect(
      (await owner.get<{ tasks: { title: string }[] }>(`/teams/${teamId}/tasks`)).body.tasks,
    ).toMatchObject([{ title: 'After' }]);
    const { numDeletedRows } = await withTeam(api.app.db, { teamId, userId: owner.user.id }, (tx) =>
      tx.deleteFrom('history').where('team_id', '=', teamId).executeTakeFirstOrThrow(),
    );
    expect(numDeletedRows).toBe(0n);
  });

  it('completes after an interruption', async () => {
    const { _id: teamId } = await makeTeam(owner, 'Half');
    const member = await signIn(api, 'half@example.com');
    await joinTeam(owner, teamId, member);
    await makeTask(owner, teamId);
    await remove(teamId);
    await asOwner(api.app.db, (tx) =>
      sql`
      update teams set deleted_at = deleted_at - interval '31 days', purge_began_at = now() where id = ${teamId}`.execute(
        tx,
      ),
    );
    await asOwner(api.app.db, (tx) => sql`delete from changes where team_id = ${teamId}`.execute(tx));
    await wait(0.5);
    expect(Object.keys(await findTraces(teamId)).toSorted()).toEqual([
      'audit_entries',
      'audit_heads',
      'teams',
    ]);
  });
});
