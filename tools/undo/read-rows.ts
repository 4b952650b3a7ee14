import { isSame } from '@hearth/contracts/core/same';
import { SYNC_ENTITIES, type SyncEntity } from '@hearth/contracts/sync-values';
import { idOf } from '@hearth/web/src/platform/sync/copies/local-copy.ts';
import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';

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

/** Every row as it stands. */
export function readExactly(store: TeamStore): Rows {
  return readEach(store, (_entity, row) => row);
}

/** Every row as screens show it: without what is of a task or a label that is gone. */
export function readPainted(store: TeamStore): Rows {
  return readEach(store, (entity, row) => {
    if (!isSeen(store, entity, row)) return null;
    if (entity !== 'task') return row;
    const labelIds = (row['labelIds'] as string[]).filter((id) => store.row('label', id) !== undefined);
    return { ...row, labelIds };
  });
}

/** What whoever else looks at the team sees as well, in every detail. */
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

/** The same, with the fields of each object in the order of the alphabet. */
function sortKeys<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys) as T;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortKeys(part)])) as T;
}

type Rows = ReturnType<typeof readRows>;

/** What one has and the other has not, for people. */
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

/** What the server alone can say: when something was done, the number of a task, and what it is one of. */
const SAID_BY_SERVER = new Set(['createdAt', 'updatedAt', 'key', 'number', 'series', 'descriptionVersion']);
/** Of these counts whether they are there: the moment is the server's. */
const MOMENTS = new Set(['closedAt', 'archivedAt', 'deletedAt', 'editedAt', 'endedAt']);

/** What was painted and did not stay when the server had answered, each as `entity.field`. */
export function describeRepainted(start: Rows, painted: Rows, became: Rows): string[] {
  return SYNC_ENTITIES.flatMap((entity) => {
    // They are made by the server when their time has come.
    if (entity === 'cycle') return [];
    const [known, before, now] = [start, painted, became].map(
      (rows) => new Map((rows[entity] ?? []).map((row) => [idOf(entity, row), row])),
    ) as [Map<string, Row>, Map<string, Row>, Map<string, Row>];
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
      const [old, later] = [before.get(id), now.get(id)];
      if (old === undefined || later === undefined) return [`${entity} ${old ? 'went' : 'came'}: ${id}`];
      // Where several are made at a time, their order is right, and the keys of it are the server's.
      const isNew = !known.has(id);
      return Object.keys({ ...old, ...later })
        .filter((field) => !SAID_BY_SERVER.has(field) && !(isNew && field === 'position'))
        .filter((field) => !isSame(toSeen(field, old[field]), toSeen(field, later[field])))
        .map((field) => `${entity}.${field}: ${JSON.stringify(old[field])}, ${JSON.stringify(later[field])}`);
    });
  });
}

function toSeen(field: string, value: unknown): unknown {
  if (MOMENTS.has(field)) return value !== null;
  if (field === 'reminders') return (value as Row[]).map((reminder) => ({ ...reminder, at: null }));
  return value;
}
