import { isSame } from '@hearth/contracts/core/same';
import { SYNC_ENTITIES, type SyncEntity } from '@hearth/contracts/sync-values';
import { idOf } from '@hearth/web/src/platform/sync/copies/local-copy.ts';
import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';

type Row = Record<string, unknown>;

/**
 * Derived fields that undo does not restore: modification times, the version of a description, and the series of a task. The series remains
 * even after the recurrence has been removed.
 */
const NEW_EACH_TIME = ['updatedAt', 'editedAt', 'descriptionVersion', 'series'];
/** Entities that are restored with a new id. For a known id, the server would return the existing row instead of creating a row. */
const COMES_BACK_NEW: ReadonlySet<SyncEntity> = new Set(['checklistItem', 'relation', 'status', 'view']);

/** Fields changed as a side effect that undo does not revert: users involved in a task become its watchers. */
const FOLLOWS = ['watcherIds'];

/** Reads all visible rows in a canonical order, without derived fields and with names in place of ids that a restore changes. */
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

/** Reads all rows unchanged. */
export function readExactly(store: TeamStore): Rows {
  return readEach(store, (_entity, row) => row);
}

/** Reads all rows as shown on screen, without rows of deleted tasks and without deleted labels. */
export function readPainted(store: TeamStore): Rows {
  return readEach(store, (entity, row) => {
    if (!isSeen(store, entity, row)) return null;
    if (entity !== 'task') return row;
    const labelIds = (row['labelIds'] as string[]).filter((id) => store.row('label', id) !== undefined);
    return { ...row, labelIds };
  });
}

/** Reads all rows that are also visible to the other members, with all fields. */
export function readShared(store: TeamStore): Rows {
  return readEach(store, (entity, row) =>
    isPersonal(entity, row) || !isSeen(store, entity, row) ? null : row,
  );
}

function readEach(store: TeamStore, choose: (entity: SyncEntity, row: Row) => Row | null): Rows {
  return Object.fromEntries(
    SYNC_ENTITIES.map((entity) => [
      entity,
      store
        .all(entity)
        .map((row) => choose(entity, { ...row }))
        .filter((row) => row !== null)
        .map((row) => JSON.stringify(sortKeys(row)))
        .toSorted()
        .map((text) => JSON.parse(text) as Row),
    ]),
  );
}

function isPersonal(entity: SyncEntity, row: Row): boolean {
  return entity === 'ownTask' || entity === 'favourite' || (entity === 'view' && row['isPrivate'] === true);
}

/** Whether a row is visible. Tombstones of comments and rows of deleted tasks and projects are not. */
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
  const compared = Object.fromEntries(Object.entries(row).filter(([name]) => !leftOut.includes(name)));
  // Compare only whether these fields are set: a row that is closed or archived again has a new time.
  for (const name of ['closedAt', 'archivedAt'])
    if (name in compared) compared[name] = compared[name] !== null;
  if (COMES_BACK_NEW.has(entity)) return { ...compared, createdAt: null };
  // A restarted timer is a new time entry with a new start. The task shows the total.
  if (entity === 'timeEntry' && row['madeBy'] === 'timer')
    return { ...compared, id: null, startedAt: null, endedAt: row['endedAt'] !== null };
  return compared;
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

/** Returns a copy with the keys of each object in alphabetical order. */
function sortKeys<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys) as T;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortKeys(part)])) as T;
}

type Rows = ReturnType<typeof readRows>;

/** Describes the differences between two sets of rows. */
export function describeDifference(expected: Rows, found: Rows): string[] {
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

/** Values that only the server can determine: times, the number of a task, and the series of a task. */
const SAID_BY_SERVER = new Set(['createdAt', 'updatedAt', 'key', 'number', 'series', 'descriptionVersion']);
/** Times set by the server. Only their presence is compared. */
const MOMENTS = new Set(['closedAt', 'archivedAt', 'deletedAt', 'editedAt', 'endedAt']);

/** Describes each optimistic value that the server's response changed. */
export function describeRepainted(start: Rows, painted: Rows, became: Rows): string[] {
  return SYNC_ENTITIES.flatMap((entity) => {
    // Skip cycles: the server creates them when they are due.
    if (entity === 'cycle') return [];
    const [known, before, now] = [start, painted, became].map(
      (rows) => new Map((rows[entity] ?? []).map((row) => [idOf(entity, row), row])),
    ) as [Map<string, Row>, Map<string, Row>, Map<string, Row>];
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
      const [old, later] = [before.get(id), now.get(id)];
      if (old === undefined || later === undefined) return [`${entity} ${old ? 'went' : 'came'}: ${id}`];
      // Ignore positions of new rows. The server assigns the keys, and only the order is the same.
      const isNew = !known.has(id);
      return Object.keys({ ...old, ...later })
        .filter((field) => !SAID_BY_SERVER.has(field) && !(isNew && field === 'position'))
        .filter((field) => !isSame(toComparable(field, old[field]), toComparable(field, later[field])))
        .map((field) => `${entity}.${field}: ${JSON.stringify(old[field])}, ${JSON.stringify(later[field])}`);
    });
  });
}

function toComparable(field: string, value: unknown): unknown {
  if (MOMENTS.has(field)) return value !== null;
  if (field === 'reminders') return (value as Row[]).map((reminder) => ({ ...reminder, at: null }));
  return value;
}
