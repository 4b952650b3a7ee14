import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#api/config.ts';
import { asOwner } from '#api/platform/db/index.ts';
import { describeOneEngine } from '#api/testing/databases.ts';
import { bulkLoad } from './bulk.ts';
import { createSetClock, serveInProcess, type InProcess } from './in-process.ts';
import { planEvents, SEED_STATUSES, type SeedEvent } from './plan.ts';
import { createRandom } from './random.ts';
import { makeSeedTeam, replayEvents, type SeededTeam } from './team.ts';
import type { Project } from '@hearth/contracts/projects/projects';

const FROM = new Date('2026-09-01T08:00:00.000Z');
const TO = new Date('2026-10-20T17:00:00.000Z');
const SIZE = { name: 'Twins', people: 4, guests: 1, projects: 2 };

/** All tables that contain data of a team's projects and tasks. Every column is compared. */
const TABLES = [
  'projects',
  'work_keys',
  'statuses',
  'tasks',
  'task_assignees',
  'task_watchers',
  'task_state_spans',
  'team_usage',
  'team_heads',
  'changes',
  'history',
];

describeOneEngine('bulk loading', (engine) => {
  let api: InProcess;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-seed-'));
    const config = loadConfig({ API_PORT: '0', RATE_LIMITS: 'off', HEARTH_DATA: folder });
    const clock = createSetClock(FROM);
    api = await serveInProcess(config, await engine.open({ clock }), clock);
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('writes the same rows as the API', async () => {
    const [one, two] = [await makeTwin(), await makeTwin()];
    const extra = makeExtraProject(one.people[0]?.id ?? '');
    const events = planEvents({
      random: createRandom(7),
      tasks: 60,
      from: FROM,
      to: TO,
      projects: [...one.projects, { id: extra.id, theme: one.projects[0]?.theme as never }],
      userIds: one.members.map((person) => person.id),
      statusIds: one.statusIds,
      hasComments: false,
    });
    expect(events.filter((event) => event.kind === 'move').length).toBeGreaterThan(10);

    const { name, key, description, color, position } = extra;
    api.clock.set(FROM);
    await one.people[0]?.send('POST', `/teams/${one.team._id}/projects`, {
      id: extra.id,
      name,
      key,
      description,
      color,
      position,
    });
    await replayEvents(api, one, events);

    const on = { teamId: two.team._id, userId: two.people[0]?.id ?? '' };
    await bulkLoad(api.app.db, on, [extra], translate(events, one, two));

    const [byApi, inBulk] = [await readTables(one), await readTables(two)];
    for (const table of TABLES) expect(inBulk[table], table).toEqual(byApi[table]);
    expect(byApi['tasks']?.length).toBe(60);
  });

  async function makeTwin(): Promise<SeededTeam> {
    api.clock.set(FROM);
    return await makeSeedTeam(api, SIZE);
  }

  /** Reads the rows of a team as JSON text. Ids differ between the two teams and are replaced by names. */
  async function readTables(twin: SeededTeam): Promise<Record<string, string[]>> {
    const names = new Map([
      [twin.team._id, 'team'],
      ...SEED_STATUSES.map((status) => [twin.statusIds[status], status] as const),
    ]);
    for (const [index, project] of twin.projects.entries()) names.set(project.id, `project ${index}`);
    const rename = (text: string): string => {
      let renamed = text;
      for (const [id, label] of names) renamed = renamed.replaceAll(id, label);
      return renamed;
    };
    return await asOwner(api.app.db, async (tx) => {
      const read: Record<string, string[]> = {};
      for (const table of TABLES) {
        // Skip the log entries for creating the team and its first projects. The same code writes them for both teams.
        const condition = table === 'changes' ? sql`entity = 'task' or data->>'name' = 'Extra'` : sql`true`;
        const { rows } = await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(table)} t where team_id = ${twin.team._id} and (${condition})`.execute(
          tx,
        );
        read[table] = rows
          .map(({ row }) => rename(row))
          .map(dropLots(table))
          .sort();
      }
      return read;
    });
  }
});

/** Masks order keys that the server generated for statuses and the first projects because they differ between teams. */
function dropLots(table: string): (row: string) => string {
  if (table !== 'statuses' && table !== 'projects') return (row) => row;
  return (row) => (row.includes('"Extra"') ? row : row.replace(/"position": "\w+"/, '"position": "drawn"'));
}

function makeExtraProject(ownerId: string): Project {
  const at = FROM.toISOString();
  return {
    id: createRandom(3).uuid(FROM),
    name: 'Extra',
    key: 'EXTRA',
    description: 'In bulk',
    color: 'teal',
    position: 'b10',
    isPrivate: false,
    leadId: null,
    startDate: null,
    targetDate: null,
    health: null,
    hasTriage: false,
    isSample: false,
    cycles: null,
    limits: {},
    archivedAt: null,
    archivedBy: null,
    createdBy: ownerId,
    createdAt: at,
    updatedAt: at,
  };
}

/** Replaces the ids of one team in its events with those of the other. */
function translate(events: readonly SeedEvent[], from: SeededTeam, to: SeededTeam): SeedEvent[] {
  const ids = new Map<string, string>(
    SEED_STATUSES.map((status) => [from.statusIds[status], to.statusIds[status]]),
  );
  for (const [index, project] of from.projects.entries()) ids.set(project.id, to.projects[index]?.id ?? '');
  const swap = (id: string): string => ids.get(id) ?? id;
  return events.map((event) => {
    if (event.kind === 'comment') return event;
    if (event.kind === 'move') return { ...event, statusId: swap(event.statusId) };
    return {
      ...event,
      statusId: swap(event.statusId),
      projectId: event.projectId === null ? null : swap(event.projectId),
    };
  });
}
