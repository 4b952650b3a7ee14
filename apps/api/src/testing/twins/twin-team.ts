import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { canonicalJson } from '#platform/canonical-json.ts';
import { asOwner } from '#platform/db/index.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type SignedIn } from '#testing/make.ts';
import { insertCycle } from '#testing/rights/insert-cycle.ts';
import type { SharedApp } from '#testing/start-app.ts';
import { LogReader } from './log-reader.ts';

/** Ada owns the team, Ben is a member, and Gus and Hal are guests with access to one project each. */
export interface People {
  ada: SignedIn;
  ben: SignedIn;
  gus: SignedIn;
  hal: SignedIn;
}

/** A team whose rows have names such as `@open`, to compare it with a twin team that has different ids. */
export interface TwinTeam {
  teamId: string;
  path: string;
  people: People;
  /** Ids by name. */
  ids: Map<string, string>;
  readers: LogReader[];
}

/** Creates a team with two projects: everyone except Hal sees `@open`, and only Ada and Hal see `@secret`, which has no triage. */
export async function makeTwinTeam({ app }: SharedApp, people: People): Promise<TwinTeam> {
  const { ada, ben, gus, hal } = people;
  const teamId = (await makeTeam(ada))._id;
  const path = `/teams/${teamId}`;
  const ids = new Map<string, string>();
  for (const [name, { user }] of Object.entries(people)) ids.set(`@${name}`, user.id);
  await ada.post(`/dev${path}/plan`, { plan: 'pro' });
  await joinTeam(ada, teamId, ben, 'member');
  for (const guest of [gus, hal]) await joinTeam(ada, teamId, guest, 'guest');
  const make = async (name: string, list: string, body: object): Promise<void> => {
    const id = randomUUID();
    const response = await ada.post(`${path}/${list}`, { id, ...body });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    ids.set(name, id);
  };
  for (const [name, key, guest] of [
    ['open', 'OPN', gus],
    ['secret', 'SEC', hal],
  ] as const) {
    const { id } = await makeProject(ada, teamId, { name, key, isPrivate: name === 'secret' });
    ids.set(`@${name}`, id);
    const at = `projects/${id}`;
    await ada.send('PUT', `${path}/${at}/grants/${guest.user.id}`, { body: { level: 'edit' } });
    await make(`@${name}milestone`, `${at}/milestones`, { name: 'Beta', targetDate: '2030-01-01' });
    const cycleId = await asOwner(app.db, (tx) => insertCycle(tx, teamId, id, app.clock.now()));
    ids.set(`@${name}cycle`, cycleId);
    ids.set(`@${name}task`, (await makeTask(ada, teamId, { projectId: id })).id);
  }
  await ada.patch(`${path}/projects/${ids.get('@open')}`, { hasTriage: true });
  await make('@label', 'labels', { name: 'Leak', color: 'sky' });
  await make('@idea', 'labels', { name: 'Wish', color: 'sky' });
  await make('@type', 'task-types', { name: 'Research', color: 'sky', icon: 'idea' });
  for (const type of ['number', 'person', 'relation'])
    await make(`@${type}field`, 'fields', { name: type, type });
  const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
  for (const { category, id } of statuses) if (!ids.has(`@${category}`)) ids.set(`@${category}`, id);
  const readers = Object.values(people).map((one) => new LogReader(one, teamId));
  for (const reader of readers) await reader.catchUp();
  return { teamId, path, people, ids, readers };
}

/** Replaces names with ids. */
export function withIds<T>({ ids }: TwinTeam, value: T): T {
  const text = JSON.stringify(value).replaceAll(/@\w+/g, (name) => ids.get(name) ?? name);
  return JSON.parse(text) as T;
}

/** Fields that are not compared because they differ randomly between twins or are compared separately. */
const NOT_COMPARED = new Set(['updatedAt', 'position', 'siblingPosition', 'createdAt', 'storageKey']);

/** Replaces ids with names, and timestamps with a placeholder. Sorts lists of ids by name. */
export function withNames({ ids }: TwinTeam, value: unknown): unknown {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => names.get(id) ?? '@unnamed')
    .replaceAll(/20[0-2]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'an instant');
  return JSON.parse(text, (name, one: unknown) => {
    if (NOT_COMPARED.has(name)) return undefined;
    const isSet = Array.isArray(one) && one.every((item) => typeof item === 'string');
    return isSet ? one.toSorted() : one;
  });
}

/** Replaces ids with names and sorts the values by their JSON text because their original order depends on ids. */
export function listNamed(team: TwinTeam, values: readonly unknown[]): string[] {
  return (withNames(team, values) as unknown[]).map(canonicalJson).toSorted();
}

/** Lists the task-related rows that each reader has stored. */
export function listHeldRows(team: TwinTeam): string[][] {
  const isOfTasks = /^(?:task|relation|comment|checklistItem|attachment|timeEntry|ownTask|project):/;
  return team.readers.map(({ rows }) => {
    return listNamed(
      team,
      [...rows].filter(([key]) => isOfTasks.test(key)),
    );
  });
}
