import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { accountExport } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Change } from '@hearth/contracts/sync';
import type { WorkTime } from '@hearth/contracts/members/work-time-values';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const HOLIDAY = { from: '2026-12-24', to: '2026-12-31', word: 'Holiday' };

describeOneEngine('capacity and absences', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, ben, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
  });

  const pathOf = (of: SignedIn): string => `/teams/${teamId}/members/${of.user.id}/work-time`;
  const set = (by: SignedIn, of: SignedIn, body: object) =>
    by.patch<{ workTime: WorkTime } & Problem>(pathOf(of), body);
  const list = async (by = ada): Promise<WorkTime[]> =>
    (await by.get<{ workTimes: WorkTime[] }>(`/teams/${teamId}/work-times`)).body.workTimes;
  const syncedTimes = async (by: SignedIn): Promise<Change[]> =>
    (await readSync(by, teamId)).changes.filter(({ entity }) => entity === 'workTime');

  it('lets the member or an owner change single fields and publishes the changes to non-guests', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect((await set(ben, ben, { capacity: 10 })).status).toBe(200);
    expect((await set(ada, ben, { absences: { [first]: HOLIDAY } })).status).toBe(200);
    const one = { from: '2026-11-24', to: '2026-11-24', word: '' };
    await set(ben, ben, { absences: { [second]: one } });
    const known = { id: ben.user.id, capacity: 10, absences: { [first]: HOLIDAY, [second]: one } };
    expect(await list(ben)).toEqual([known]);
    expect((await syncedTimes(ada)).map(({ data }) => data)).toEqual([known]);
    expect(await syncedTimes(gus)).toEqual([]);
    await set(ben, ben, { absences: { [first]: null }, capacity: null });
    expect(await list()).toEqual([{ id: ben.user.id, capacity: null, absences: { [second]: one } }]);
  });

  it('defaults to the team’s capacity, which members can’t set', async () => {
    const path = `/teams/${teamId}/work-time`;
    expect((await ben.patch(path, { capacity: 12 })).status).toBe(403);
    expect((await ada.patch(path, { capacity: 12 })).status).toBe(200);
    expect(await list(ben)).toEqual([{ id: teamId, capacity: 12, absences: {} }]);
    expect((await ada.patch(path, { absences: { [randomUUID()]: HOLIDAY } })).status).toBe(400);
  });

  it('rejects changes by other members and hides work times from guests', async () => {
    expect(await set(ben, ada, { capacity: 1 })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await set(gus, gus, { capacity: 1 })).status).toBe(403);
    expect((await gus.get(`/teams/${teamId}/work-times`)).status).toBe(403);
    const stranger = await signIn(api, 'stranger@example.com');
    expect((await set(ada, stranger, { capacity: 1 })).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('rejects invalid values with field errors', async () => {
    const id = randomUUID();
    const wrong: [object, string][] = [
      [{ capacity: -1 }, 'capacity'],
      [{ capacity: 1000 }, 'capacity'],
      [{ capacity: 2.5 }, 'capacity'],
      [{ absences: { [id]: { ...HOLIDAY, to: '2026-12-23' } } }, `absences.${id}.to`],
      [{ absences: { [id]: { ...HOLIDAY, from: '2026-02-30' } } }, `absences.${id}.from`],
      [{ absences: { [id]: { ...HOLIDAY, word: 'x'.repeat(81) } } }, `absences.${id}.word`],
    ];
    for (const [body, path] of wrong) {
      expect(await set(ben, ben, body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, () => [randomUUID(), HOLIDAY]));
    expect((await set(ben, ben, { absences: many(201) })).status).toBe(400);
    expect((await set(ben, ben, { absences: many(150) })).status).toBe(200);
    expect(await set(ben, ben, { absences: many(51) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'absences' }] },
    });
    expect(Object.keys((await list())[0]?.absences ?? {})).toHaveLength(150);
  });

  it('writes no change log row for unchanged values', async () => {
    const id = randomUUID();
    await set(ben, ben, { capacity: 10, absences: { [id]: HOLIDAY } });
    const { seq } = await readSync(ben, teamId);
    expect((await set(ben, ben, { capacity: 10, absences: { [id]: HOLIDAY } })).status).toBe(200);
    expect((await set(ada, ada, { capacity: null })).status).toBe(200);
    expect((await readSync(ben, teamId)).seq).toBe(seq);
  });

  it('includes past values in historical snapshots', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await set(ben, ben, { capacity: 10, absences: { [first]: HOLIDAY } });
    const then = clock.now().toISOString();
    clock.advance(60);
    await set(ben, ben, { capacity: 5, absences: { [first]: null, [second]: HOLIDAY } });
    await set(ada, ada, { capacity: 7 });
    const past = (
      await ada.get<{ changes: Change[] }>(`/teams/${teamId}/sync?at=${then}&limit=200`)
    ).body.changes.filter(({ entity }) => entity === 'workTime');
    expect(past.map(({ data }) => data)).toEqual([
      { id: ben.user.id, capacity: 10, absences: { [first]: HOLIDAY } },
    ]);
  });

  it('includes work times in the data export and deletes them with the membership', async () => {
    const id = randomUUID();
    await set(ben, ben, { absences: { [id]: HOLIDAY } });
    const whole = accountExport.parse((await ben.get('/account/export')).body);
    expect(whole.workTimes.filter((one) => one.teamId === teamId)).toEqual([
      { teamId, id: ben.user.id, capacity: null, absences: { [id]: HOLIDAY } },
    ]);
    await ada.delete(`/teams/${teamId}/members/${ben.user.id}`);
    expect(await list()).toEqual([]);
    expect(await syncedTimes(ada)).toEqual([]);
    await joinTeam(ada, teamId, ben, 'member');
    expect(await list(ben)).toEqual([]);
  });
});
