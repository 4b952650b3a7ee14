import type { RouteKey } from '@hearth/contracts/client-types';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { TeamStore } from './team-store.ts';
import { nestFields, readField } from '#platform/sync/rows/paths.ts';
import { defineRecipe } from './recipes.ts';
import type { Command, Effect, Fields, Recipe, RowFields } from '#platform/sync/rows/types.ts';

interface UpdateSpec {
  entity: SyncEntity;
  id: string;
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  fields: Fields;
}

/** Returns the fields that the server will change along with the given fields, for the optimistic update. */
type DeriveOptimistic = (store: TeamStore, id: string, fields: Fields) => Fields;

const alongOf = new Map<SyncEntity, DeriveOptimistic>();

/** Registers how changes to an entity's fields determine other fields in the optimistic update. */
export function deriveOptimistic(entity: SyncEntity, along: DeriveOptimistic): void {
  alongOf.set(entity, along);
}

function patch(store: TeamStore, entity: SyncEntity, { id, fields }: RowFields): Effect {
  return { entity, id, op: 'patch', fields: { ...fields, ...alongOf.get(entity)?.(store, id, fields) } };
}

const updateAgain = defineRecipe('update', (store, spec: Omit<UpdateSpec, 'fields'>, fields: Fields) =>
  updateCommand(store, { ...spec, fields }),
);

/** Creates a command that changes fields of a row. It has an inverse if the row is known. */
export function updateCommand(store: TeamStore, spec: UpdateSpec): Command {
  const { entity, id, route, params, fields } = spec;
  const row: Fields | undefined = store.row(entity, id);
  const command: Command = {
    route,
    params,
    body: nestFields(fields),
    effects: [patch(store, entity, { id, fields })],
  };
  const text = typedText(fields);
  if (text !== '') command.text = text;
  if (row === undefined) return command;
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, readField(row, field)]));
  command.inverse = {
    kind: 'fields',
    entity,
    id,
    before,
    after: fields,
    by: updateAgain({ entity, id, route, params }),
  };
  return command;
}

interface UpdateManySpec {
  entity: SyncEntity;
  rows: readonly RowFields[];
  /** The call that makes these changes. */
  call: Pick<Command, 'route' | 'params' | 'body'>;
  /** The recipe that creates the command for the fields to revert. */
  by: Recipe;
}

/** Creates a command that changes fields of many rows by one call, with one inverse. */
export function updateManyCommand(store: TeamStore, spec: UpdateManySpec): Command {
  const { entity, rows, call, by } = spec;
  const known = rows.flatMap(({ id, fields }) => {
    const row: Fields | undefined = store.row(entity, id);
    if (row === undefined) return [];
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, readField(row, name)]));
    return [{ id, after: fields, before }];
  });
  return {
    ...call,
    effects: rows.map((row) => patch(store, entity, row)),
    inverse: { kind: 'many', entity, rows: known, by },
  };
}

/** Joins the text fields so that the user can copy them if the command is rejected. */
export function typedText(fields: Fields): string {
  return ['title', 'name', 'description', 'body']
    .map((field) => fields[field])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n\n');
}

/** Byte order of order keys, which are pure ASCII. */
export function compareByPosition(a: { position: string }, b: { position: string }): number {
  return a.position < b.position ? -1 : Number(a.position > b.position);
}
