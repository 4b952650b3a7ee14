import { canSeeAddress, hasRole, levelOf, type Actor } from '@hearth/contracts/permissions/permissions';
import { STAFF_FIELDS, type SyncEntity } from '@hearth/contracts/sync-values';
import { readScope } from '#platform/commands/index.ts';
import type { LogRow } from '#platform/log-row.ts';

/**
 * Whether the current permissions of this user include the scope. Scopes joined by `+` require all of them. Unknown scopes are visible to
 * no one.
 */
export function canSeeScope(actor: Actor, scope: string): boolean {
  return scope.split('+').every((one) => canSeeOne(actor, one));
}

function canSeeOne(actor: Actor, scope: string): boolean {
  if (actor.role === null) return false;
  const read = readScope(scope);
  if (read === null) return false;
  if (read.kind === 'team') return true;
  if (read.kind === 'staff') return hasRole(actor.role, 'member');
  if (read.kind === 'project') return levelOf(actor, { projectId: read.id }) !== null;
  if (read.kind === 'document') return levelOf(actor, read) !== null;
  return read.id === actor.userId;
}

/**
 * Returns a change as sent to one receiver, as JSON text, or null if the receiver may see no part of it. A row that is no longer visible to
 * the receiver is sent as a delete.
 */
export function showChange(actor: Actor, row: LogRow): string | null {
  if (row.op === 'access') return null;
  if (canSeeScope(actor, row.scope)) return row.op === 'put' ? writePut(actor, row) : writeDelete(row);
  return row.prevScope !== null && canSeeScope(actor, row.prevScope) ? writeDelete(row) : null;
}

/** Whether this row changes a reader's permissions, in which case the reader must start from a new snapshot. */
export function changesAccessOf(row: LogRow, isReadBy: (userId: string) => boolean): boolean {
  if (row.op !== 'access' || isRefresh(row)) return false;
  return row.scope === 'team' || isReadBy(row.entityId);
}

/** Whether this row requires a reload of the reader's permissions that leaves the visibility of existing rows unchanged. */
export function refreshesAccess(row: LogRow, teamId: string, isReadBy: (userId: string) => boolean): boolean {
  return row.op === 'access' && isRefresh(row) && (row.entityId === teamId || isReadBy(row.entityId));
}

const isRefresh = (row: LogRow): boolean => row.scope === 'staff';

// Concatenate strings: `data` comes from the database as JSON text, and parsing and serializing it again would dominate the cost of a
// delivery.
function writePut(actor: Actor, row: LogRow): string {
  return `${writeHead(row)},"op":"put","data":${writeData(actor, row)}${writeMutation(row)}}`;
}

function writeData(actor: Actor, log: LogRow): string | null {
  const { data } = log;
  const seen = (log.apart ?? []).filter(({ scope }) => canSeeScope(actor, scope));
  const hidden = seesAllFields(actor, log) ? [] : listStaffFields(log);
  if (data === null || (seen.length === 0 && hidden.length === 0)) return data;
  const row = JSON.parse(data) as Record<string, Record<string, unknown> | null>;
  for (const field of hidden) row[field] = null;
  for (const [field, parts] of Map.groupBy(seen, ({ at }) => at[0])) {
    const lists = Map.groupBy(parts, ({ at }) => at[1]);
    const ids = [...lists].map(([key, those]) => [key, those.map(({ id }) => id)] as const);
    const all = [...Object.entries(row[field] ?? {}), ...ids];
    row[field] = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return JSON.stringify(row);
}

const listStaffFields = ({ entity }: LogRow): readonly string[] => STAFF_FIELDS[entity as SyncEntity] ?? [];

/** Whether this reader gets the fields that guests receive only for their own row. */
const seesAllFields = (actor: Actor, row: LogRow): boolean => canSeeAddress(actor, row.entityId);

/** Returns a function that computes the cache key of a reader. Readers with the same key get the same content. */
export function keyReaders(rows: readonly LogRow[]): (actor: Actor) => string {
  const scopes = [...new Set(rows.flatMap(listScopes))];
  const partial = rows.filter((row) => listStaffFields(row).length > 0);
  return (actor) =>
    [...scopes.map((scope) => canSeeScope(actor, scope)), ...partial.map((row) => seesAllFields(actor, row))]
      .map(Number)
      .join('');
}

function listScopes({ scope, prevScope, apart }: LogRow): string[] {
  return [scope, ...(prevScope === null ? [] : [prevScope]), ...(apart ?? []).map((part) => part.scope)];
}

function writeDelete(row: LogRow): string {
  return `${writeHead(row)},"op":"delete"${writeMutation(row)}}`;
}

function writeHead(row: LogRow): string {
  return `{"seq":${row.seq},"entity":"${row.entity}","id":"${row.entityId}"`;
}

function writeMutation(row: LogRow): string {
  return row.mutationId === null ? '' : `,"mutationId":${JSON.stringify(row.mutationId)}`;
}
