import type { RouteKey } from '@hearth/contracts/client-types';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { TeamStore } from './team-store.ts';
import type { Command, Fields } from './types.ts';

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
