import { SYNC_ENTITIES, type SyncEntity } from '@hearth/contracts/sync-values';
import type { TeamStore } from '@hearth/web/src/platform/sync/team-store.ts';

type Row = Record<string, unknown>;

/**
 * What no act sets, and each writes anew: when something was done last, and which version of a text it is. A task goes on
 * being the first of a series that nobody wants any more.
 */
const NEW_EACH_TIME = ['updatedAt', 'editedAt', 'descriptionVersion', 'series'];
/** What comes back as a new one: the server answers an id that it knows with what became of it. */
const COMES_BACK_NEW: ReadonlySet<SyncEntity> = new Set(['checklistItem', 'relation', 'status', 'view']);

/** Who has to do with a task watches it: that follows from what was done, and stays when it is taken back. */
const FOLLOWS = ['watcherIds'];

/** All that is seen, in an order of its own, without what each act writes anew. */
export function readRows(store: TeamStore, leftOut: readonly string[] = FOLLOWS): Record<string, Row[]> {
  const names = nameRows(store);
  return Object.fromEntries(
    SYNC_ENTITIES.map((entity) => [
      entity,
      store
        .all(entity)
        .map((row): Row => ({ ...row }))
        .filter((row) => isSeen(store, entity, row))
        .map((row) =>
          replaceIds(JSON.stringify(sortKeys(tidy(entity, row, [...NEW_EACH_TIME, ...leftOut]))), names),
        )
        .toSorted()
        .map((text) => JSON.parse(text) as Row),
    ]),
  );
}

/** What is left of a comment that was taken back, and of what hung on a task or a project that was, stands nowhere. */
function isSeen(store: TeamStore, entity: SyncEntity, row: Row): boolean {
  if (entity === 'comment' && row['deletedAt'] !== null) return false;
  if (entity === 'grant') return store.row('project', row['id'] as string) !== undefined;
  if (entity === 'workTime')
    return row['capacity'] !== null || Object.keys(row['absences'] as Row).length > 0;
  return [row['taskId'], row['fromId'], row['toId']].every(
    (id) => id === undefined || store.row('task', id as string) !== undefined,
  );
}

function tidy(entity: SyncEntity, row: Row, leftOut: readonly string[]): Row {
  const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !leftOut.includes(name)));
  // What is closed again, or archived, is so from now on.
  for (const name of ['closedAt', 'archivedAt']) if (name in kept) kept[name] = kept[name] !== null;
  if (COMES_BACK_NEW.has(entity)) return { ...kept, createdAt: null };
  // A timer that is started again is another one, which counts from then on; what it came to stands with its task.
  if (entity === 'timeEntry' && row['madeBy'] === 'timer')
    return { ...kept, id: null, startedAt: null, endedAt: row['endedAt'] !== null };
  return kept;
}

function nameRows(store: TeamStore): [id: string, name: string][] {
  return [
    ...store.all('status').map(({ id, name }): [string, string] => [id, `status ${name}`]),
    ...store.all('view').map(({ id, name }): [string, string] => [id, `view ${name}`]),
    ...store.all('checklistItem').map(({ id, title }): [string, string] => [id, `item ${title}`]),
    ...store.all('relation').map(({ id }): [string, string] => [id, 'relation']),
  ];
}

function replaceIds(text: string, names: readonly [id: string, name: string][]): string {
  return names.reduce((replaced, [id, name]) => replaced.replaceAll(id, name), text);
}

function sortKeys(row: Row): Row {
  return Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Rows = ReturnType<typeof readRows>;

/** What one has and the other has not, for people. */
export function tellDifference(expected: Rows, found: Rows): string[] {
  return SYNC_ENTITIES.flatMap((entity) => {
    const [before, now] = [expected, found].map(
      (rows) => new Set((rows[entity] ?? []).map((row) => JSON.stringify(row))),
    ) as [Set<string>, Set<string>];
    return [
      ...[...before].filter((row) => !now.has(row)).map((row) => `lost ${entity} ${row}`),
      ...[...now].filter((row) => !before.has(row)).map((row) => `more ${entity} ${row}`),
    ];
  });
}
