import type { RouteKey } from '@hearth/contracts/client-types';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { TeamStore } from './team-store.ts';
import type { Command, Fields, RowFields } from './types.ts';

export interface UpdateSpec {
  entity: SyncEntity;
  id: string;
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  fields: Fields;
  /** What the server will change along with these fields, so that it is seen at once as well. */
  alsoSeen?: (fields: Fields) => Fields;
}

/** Changes fields of a row, and knows how to put each of them back. */
export function updateCommand(store: TeamStore, spec: UpdateSpec): Command {
  const { entity, id, route, params, fields, alsoSeen } = spec;
  const row: Fields | undefined = store.row(entity, id);
  const command: Command = {
    route,
    params,
    body: fields,
    effects: [{ entity, id, op: 'patch', fields: { ...fields, ...alsoSeen?.(fields) } }],
  };
  const text = typedText(fields);
  if (text !== '') command.text = text;
  if (row === undefined) return command;
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, row[field]]));
  command.inverse = {
    kind: 'fields',
    entity,
    id,
    before,
    after: fields,
    build: (back) => updateCommand(store, { ...spec, fields: back }),
  };
  return command;
}

export interface UpdateManySpec {
  entity: SyncEntity;
  rows: readonly RowFields[];
  /** The call that makes these changes. */
  call: (rows: readonly RowFields[]) => Pick<Command, 'route' | 'params' | 'body'>;
  /** What the server will change along with the fields of a row. */
  alsoSeen?: (fields: Fields, id: string) => Fields;
}

/** Changes fields of many rows by one call, and knows how to put each of them back by one. */
export function updateManyCommand(store: TeamStore, spec: UpdateManySpec): Command {
  const { entity, rows, call, alsoSeen } = spec;
  const known = rows.flatMap(({ id, fields }) => {
    const row: Fields | undefined = store.row(entity, id);
    if (row === undefined) return [];
    return [
      { id, after: fields, before: Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]])) },
    ];
  });
  return {
    ...call(rows),
    effects: rows.map(({ id, fields }) => ({
      entity,
      id,
      op: 'patch',
      fields: { ...fields, ...alsoSeen?.(fields, id) },
    })),
    inverse: {
      kind: 'many',
      entity,
      rows: known,
      build: (back) => updateManyCommand(store, { ...spec, rows: back }),
    },
  };
}

/** The words among the fields, for 'copy' when they are refused. */
export function typedText(fields: Fields): string {
  return ['title', 'name', 'description', 'body']
    .map((field) => fields[field])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n\n');
}

/** Byte order of order keys, which are plain ASCII. */
export function compareByPosition(a: { position: string }, b: { position: string }): number {
  return a.position < b.position ? -1 : Number(a.position > b.position);
}
