import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { Change, SyncPage } from '@hearth/contracts/sync';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { task as taskShape, type Task } from '@hearth/contracts/tasks/tasks';
import type { Team } from '@hearth/contracts/teams/teams';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine, testEngines } from '#testing/databases.ts';
import { readDocuments } from '#testing/documents.ts';
import { readSync } from '#testing/feed-client.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { insertCycles } from '#testing/rights/insert-cycle.ts';
import { IS_ALL } from '#testing/sample.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { exportTeam, importTeam, makeCrowdedTeam, normalize, readParts, unzip } from '#testing/transfer.ts';
import { useApp } from '#testing/use-app.ts';

interface People {
  owner: SignedIn;
  member: SignedIn;
  guest: SignedIn;
}

async function signInAll(server: TestApp): Promise<People> {
  const [owner, member, guest] = await Promise.all(
    ['owner', 'member', 'guest'].map((name) =>
      signIn(server, `${name}@example.com`, { name: `The ${name}` }),
    ),
  );
  if (owner === undefined || member === undefined || guest === undefined) throw new Error('nobody');
  return { owner, member, guest };
}

async function makeEmptyTeam({ owner, member, guest }: People): Promise<string> {
  const { _id: teamId } = await makeTeam(owner, 'Crowded');
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  await joinTeam(owner, teamId, member);
  await joinTeam(owner, teamId, guest, 'guest');
  return teamId;
}

/** Reads the contents of all documents as pairs: in the original team and in the imported team. */
async function readContents(by: SignedIn, fromId: string, toId: string): Promise<[unknown, unknown][]> {
  const read = async (teamId: string, id: string) =>
    (await by.get<{ document: OpenDocument }>(`/teams/${teamId}/documents/${id}`)).body.document;
  const pairs: [unknown, unknown][] = [];
  for (const { id } of await readDocuments(by, fromId))
    pairs.push([await read(fromId, id), await read(toId, id)]);
  return pairs;
}

describeOneEngine('export and import of a team', (engine) => {
  const server = useApp(engine);
  let people: People;
  let sourceId: string;
  let file: Buffer;

  beforeAll(async () => {
    people = await signInAll(server);
    sourceId = await makeCrowdedTeam(people.owner, people);
    await asOwner(server.app.db, (tx) => insertCycles(tx, sourceId, server.app.clock.now()));
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#338' } })
      .png()
      .toBuffer();
    await people.owner.send('PUT', `/teams/${sourceId}/image`, {
      upload: new Blob([new Uint8Array(picture)], { type: 'image/png' }),
    });
    file = await exportTeam(people.owner, sourceId);
  });

  it('re-exports an imported team unchanged and continues its task numbering', async () => {
    const teamId = await makeEmptyTeam(people);
    const { seq } = (await people.member.get<{ seq: number }>(`/teams/${teamId}/sync`)).body;
    const response = await importTeam(people.owner, teamId, file);
    expect([response.status, response.body]).toEqual([
      201,
      {
        import: {
          counts: expect.objectContaining({ projects: 3, tasks: 31, documents: 11 }),
          matchedPeople: 3,
          formerPeople: 0,
        },
      },
    ]);
    expect(await normalize(await exportTeam(people.owner, teamId))).toEqual(await normalize(file));
    expect(await findBrokenInvariants(server.app.db, teamId)).toEqual([]);

    // Open clients have to reload because their rights have changed.
    const page = (await people.member.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`)).body;
    expect(page.reset).toBe(true);
    const { team } = (await people.owner.patch<{ team: Team }>(`/teams/${teamId}`, {})).body;
    expect([team.name, (await fetch(team.image ?? '')).status]).toEqual(['Crowded ज़्यादा', 200]);
    // Task numbering continues after the last number of the file.
    const next = await makeTask(people.member, teamId);
    expect(next.number).toBe(32);
    expect(await findBrokenInvariants(server.app.db, teamId)).toEqual([]);
  });

  it('returns the same field values and document contents via the API after the import', async () => {
    const teamId = await makeEmptyTeam(people);
    expect((await importTeam(people.owner, teamId, file)).status).toBe(201);
    const readRows = async (id: string) => {
      const { changes } = await readSync(people.owner, id);
      // Exclude rows that the team already had before the import, and running timers, which are not exported.
      const isBrought = (one: Change) =>
        !['team', 'member', 'invite'].includes(one.entity) &&
        !(one.entity === 'timeEntry' && one.data?.endedAt === null);
      const named = (text: string) => text.replaceAll(id, 'the team');
      return changes
        .filter(isBrought)
        .map(
          (one) => [`${one.entity} ${named(one.id)}`, JSON.parse(named(JSON.stringify(one.data)))] as const,
        );
    };
    const [sourceRows, importedRows] = [await readRows(sourceId), new Map(await readRows(teamId))];
    expect(sourceRows.map(([name]) => name).toSorted()).toEqual([...importedRows.keys()].toSorted());
    for (const [name, row] of sourceRows) expect([name, importedRows.get(name)]).toEqual([name, row]);
    const written = await readContents(people.owner, sourceId, teamId);
    expect(written.length).toBeGreaterThan(4);
    for (const [before, after] of written) expect(after).toEqual(before);
    // Each field must have different values in the test data because the loss of a field with a single value could go unnoticed.
    const tasks = sourceRows.filter(([name]) => name.startsWith('task ')).map(([, row]) => row as Task);
    const alike = Object.keys(taskShape.shape).filter(
      (field) => new Set(tasks.map((row) => JSON.stringify(row[field as keyof Task]))).size < 2,
    );
    expect(alike).toEqual([]);
    const documents = sourceRows
      .filter(([name]) => name.startsWith('document '))
      .map(([, row]) => row as unknown as Record<string, unknown>);
    const fields = Object.keys(documents[0] ?? {});
    expect(
      fields.filter((field) => new Set(documents.map((row) => JSON.stringify(row[field]))).size < 2),
    ).toEqual([]);
  });

  it('hides documents from users who had no access in the original team', async () => {
    const teamId = await makeEmptyTeam(people);
    expect((await importTeam(people.owner, teamId, file)).status).toBe(201);
    const titlesOf = async (one: SignedIn, id: string) =>
      (await readDocuments(one, id)).map(({ title }) => title).toSorted();
    for (const one of Object.values(people)) {
      // A file exported by the owner does not contain documents that only the member may see.
      const known = (await titlesOf(one, sourceId)).filter((title) => title !== 'Member’s own');
      expect(await titlesOf(one, teamId)).toEqual(known);
    }
    expect(await titlesOf(people.guest, teamId)).toEqual(['', 'Handbook “ज़”']);
    expect((await unzip(file)).get('data/documents.jsonl')?.toString()).not.toContain('Member’s own');
    // An importing user who is not among the users of the file sees everything and becomes the manager.
    const alone = await signIn(server, 'nobody@example.com');
    const { _id: other } = await makeTeam(alone, 'Other');
    await alone.post(`/dev/teams/${other}/plan`, { plan: 'pro' });
    expect((await importTeam(alone, other, file)).status).toBe(201);
    const hidden = (await readDocuments(alone, other)).find(({ title }) => title === 'Salaries');
    const { grants } = (
      await alone.get<{ grants: unknown[] }>(`/teams/${other}/documents/${hidden?.id}/grants`)
    ).body;
    expect(grants).toEqual([expect.objectContaining({ userId: alone.user.id, level: 'manage' })]);
    expect(await findBrokenInvariants(server.app.db, other)).toEqual([]);
  });

  it('preserves references to users, documents and attachments', async () => {
    const teamId = await makeEmptyTeam(people);
    expect((await importTeam(people.owner, teamId, file)).status).toBe(201);
    const parts = await readParts(await exportTeam(people.owner, teamId));
    const all = JSON.stringify(parts['documentContents']);
    expect(all).toContain(`{"type":"mention","attrs":{"id":"${people.member.user.id}"}}`);
    const top = parts['documents']?.find(({ icon }) => icon !== null);
    expect(all).toContain(`"documentLink","attrs":{"id":"${String(top?.['id'])}"`);
    const { attachments } = (
      await people.owner.get<{ attachments: { id: string }[] }>(
        `/teams/${teamId}/documents/${String(top?.['id'])}/attachments`,
      )
    ).body;
    expect(attachments.map(({ id }) => `attachment:${id}`)).toEqual([top?.['cover']]);
  });

  // `npm run test:all` only: the embedded database takes 20 s for this team.
  it.runIf(IS_ALL)('produces the same team on another database engine', async () => {
    const other = testEngines.find(({ kind }) => kind !== engine.kind) ?? engine;
    const otherApp = await startApp(other);
    try {
      const same = await signInAll(otherApp);
      const teamId = await makeEmptyTeam(same);
      expect((await importTeam(same.owner, teamId, file)).status).toBe(201);
      expect(await normalize(await exportTeam(same.owner, teamId))).toEqual(await normalize(file));
      expect(await findBrokenInvariants(otherApp.app.db, teamId)).toEqual([]);
    } finally {
      await otherApp.close();
    }
  });

  it('imports users who are not members as removed members without access', async () => {
    const alone = await signIn(server, 'alone@example.com');
    const { _id: teamId } = await makeTeam(alone, 'Alone');
    await alone.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    const response = await importTeam(alone, teamId, file);
    expect(response.body.import).toMatchObject({ matchedPeople: 0, formerPeople: 3 });
    const parts = await readParts(await exportTeam(alone, teamId));
    expect(parts['people']?.map(({ name }) => name).toSorted()).toEqual([
      'The guest',
      'The member',
      'The owner',
      'alone',
    ]);
    expect(parts['comments']).toHaveLength((await readParts(file))['comments']?.length ?? 0);
    // No task has an assignee, but the history still contains the former assignees.
    expect(parts['assignees']).toEqual([]);
    const assigned = new Set((await readParts(file))['assignees']?.map(({ taskId }) => taskId));
    const released = parts['history']?.filter(({ seq, field }) => seq === 0 && field === 'assigneeIds');
    expect(new Set(released?.map(({ entityId }) => entityId))).toEqual(assigned);
    // The importing user is the only manager of the private project.
    const isAlone = parts['grants']?.filter(
      ({ userId, level }) => userId === alone.user.id && level === 'manage',
    );
    expect(isAlone).toHaveLength(1);
    const { members } = (await alone.get<{ members: unknown[] }>(`/teams/${teamId}/members`)).body;
    expect(members).toHaveLength(1);
    // Users of the file with an account in this installation get no access to the team.
    expect((await people.owner.get(`/teams/${teamId}`)).status).toBe(404);
    expect((await people.member.get(`/teams/${teamId}/tasks`)).status).toBe(404);
    expect(await findBrokenInvariants(server.app.db, teamId)).toEqual([]);
  });

  it('omits private projects that the exporting user cannot see', async () => {
    const admin = await signIn(server, 'admin@example.com');
    await joinTeam(people.owner, sourceId, admin, 'admin');
    const [all, seen] = [await readParts(file), await readParts(await exportTeam(admin, sourceId))];
    const hidden = all['projects']?.find(({ isPrivate }) => isPrivate === true);
    const tasks = all['tasks']?.filter(({ projectId }) => projectId === hidden?.['id']) ?? [];
    expect(tasks.length).toBeGreaterThan(3);
    const entries = await unzip(await exportTeam(admin, sourceId));
    entries.delete('data/audit.jsonl');
    const text = Buffer.concat([...entries.values()]).toString();
    const documents = all['documents'] ?? [];
    const restricted = documents.filter(({ title }) => String(title).startsWith('Salaries'));
    expect(restricted).toHaveLength(2);
    for (const { id, title } of restricted)
      for (const trace of [String(id), String(title), 'Secret']) expect(text).not.toContain(trace);
    expect(text).toContain('Still here');
    for (const id of [hidden, ...tasks].map((row) => String(row?.['id']))) expect(text).not.toContain(id);
    expect(seen['tasks']).toHaveLength((all['tasks']?.length ?? 0) - tasks.length);
    const manifest = JSON.parse(String(entries.get('manifest.json'))) as { privateProjectsLeftOut: number };
    expect(manifest.privateProjectsLeftOut).toBe(1);
  });

  it('exports readable files without secrets', async () => {
    const entries = await unzip(file);
    const names = [...entries.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'data/audit.jsonl',
        'data/invites.jsonl',
        'projects/WWW.md',
        'pictures/team.webp',
      ]),
    );
    const text = (entries.get('projects/WWW.md') ?? '').toString();
    expect(text).toMatch(/^# Website\n\n# Hello/);
    expect(text).toContain('### WWW-');
    expect(text).toContain('> First of');
    const all = Buffer.concat([...entries.values()]).toString('latin1');
    const { rows } = { rows: [...people.owner.cookies.values()].map(({ value }) => value) };
    for (const secret of rows) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/link_?secret|link_?hash|hth_/i);
  });
});
