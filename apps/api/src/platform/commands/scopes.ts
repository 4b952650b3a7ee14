import { sql, type RawBuilder } from 'kysely';
import type { DocumentAccess } from '@hearth/contracts/permissions/permissions';

/*
 * Visibility scopes of rows in the change log. This is the only file that defines their format. `staff` includes everyone except guests,
 * for objects outside any project. A document with its own grants encodes its base and the grantees: `document:<base>:<user ids>`. The base
 * is the project, `team` for a document without a project, or `private` if neither the role nor the project grants access. All other
 * documents have the scope of their project's objects. Scopes joined by `+` require all of them.
 */
const STAFF = 'staff';
const PROJECT = 'project:';
const PERSON = 'person:';
const DOCUMENT = 'document:';
const OF_TEAM = 'team';
const PRIVATE = 'private';

type WorkScope = typeof STAFF | `${typeof PROJECT}${string}`;
type PersonScope = `${typeof PERSON}${string}`;
export type DocumentScope = WorkScope | `${typeof DOCUMENT}${string}`;
export type Scope = 'team' | DocumentScope | PersonScope | `${DocumentScope}+${PersonScope}`;

type ReadScope =
  | { kind: 'team' }
  | { kind: 'staff' }
  | { kind: 'project'; id: string }
  | { kind: 'person'; id: string }
  | { kind: 'document'; projectId: string | null; access: DocumentAccess };

/** Parses a scope without `+`. Returns null if the text is not a scope. */
export function readScope(scope: string): ReadScope | null {
  if (scope === 'team') return { kind: 'team' };
  if (scope === STAFF) return { kind: 'staff' };
  if (scope.startsWith(PROJECT)) return { kind: 'project', id: scope.slice(PROJECT.length) };
  if (scope.startsWith(PERSON)) return { kind: 'person', id: scope.slice(PERSON.length) };
  if (scope.startsWith(DOCUMENT)) return readDocumentScope(scope.slice(DOCUMENT.length));
  return null;
}

function readDocumentScope(text: string): ReadScope | null {
  const [scope = '', ids = '', ...rest] = text.split(':');
  if (scope === '' || ids === '' || rest.length > 0) return null;
  const isRestricted = scope === PRIVATE;
  const projectId = isRestricted || scope === OF_TEAM ? null : scope;
  return { kind: 'document', projectId, access: { ids: ids.split(','), isRestricted } };
}

export function workScope(projectId: string | null): WorkScope {
  return projectId === null ? STAFF : `${PROJECT}${projectId}`;
}

/**
 * Returns `workScope` as an SQL expression for a project id column. The expression is inlined to let the planner optimize the statement.
 */
export function workScopeOf(column: string): RawBuilder<string> {
  const id = sql.ref(column);
  return sql`case when ${id} is null then ${sql.lit(STAFF)} else ${sql.lit(PROJECT)} || ${id} end`;
}

export function documentScope(projectId: string | null, access: DocumentAccess): DocumentScope {
  if (access.ids.length === 0) return workScope(projectId);
  return `${DOCUMENT}${access.isRestricted ? PRIVATE : (projectId ?? OF_TEAM)}:${access.ids.join(',')}`;
}

/**
 * Returns `documentScope` as an SQL expression for a row of documents, or for a row with the same columns.
 * @param row the alias of the row in the statement
 */
export function documentScopeOf(row: string): RawBuilder<DocumentScope> {
  const [access, project, restricted] = ['access', 'project_id', 'is_restricted'].map((name) =>
    sql.ref(`${row}.${name}`),
  );
  return sql`case when ${access} = '{}' then ${workScopeOf(`${row}.project_id`)}
    else ${sql.lit(DOCUMENT)} || case when ${restricted} then ${sql.lit(PRIVATE)} else coalesce(${project}::text, ${sql.lit(OF_TEAM)}) end
      || ':' || array_to_string(${access}, ',') end`;
}

/** The scope of rows that only this user may see. Null for no one. */
export function personScope(userId: string | null): PersonScope {
  return `${PERSON}${userId}`;
}

/** Returns `personScope` as an SQL expression for a user id column. */
export function personScopeOf(column: string): RawBuilder<string> {
  return sql`${sql.lit(PERSON)} || ${sql.ref(column)}`;
}
