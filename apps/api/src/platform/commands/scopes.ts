import { sql, type RawBuilder } from 'kysely';

/*
 * Who may see a row, as the change log carries it; the only file that spells it out. `staff` is everybody but guests: work
 * that belongs to no project. Scopes joined by `+` are for whoever sees all of them.
 */
const STAFF = 'staff';
const PROJECT = 'project:';
const PERSON = 'person:';

type WorkScope = typeof STAFF | `${typeof PROJECT}${string}`;
type PersonScope = `${typeof PERSON}${string}`;
export type Scope = 'team' | WorkScope | PersonScope | `${WorkScope}+${PersonScope}`;

type ReadScope =
  | { kind: 'team' }
  | { kind: 'staff' }
  | { kind: 'project'; id: string }
  | { kind: 'person'; id: string };

/** What a scope without `+` is about; null for what is none. */
export function readScope(scope: string): ReadScope | null {
  if (scope === 'team') return { kind: 'team' };
  if (scope === STAFF) return { kind: 'staff' };
  if (scope.startsWith(PROJECT)) return { kind: 'project', id: scope.slice(PROJECT.length) };
  if (scope.startsWith(PERSON)) return { kind: 'person', id: scope.slice(PERSON.length) };
  return null;
}

export function workScope(projectId: string | null): WorkScope {
  return projectId === null ? STAFF : `${PROJECT}${projectId}`;
}

/** The same in SQL, for a column with the id of a project. Part of the statement, so that no plan knows the difference. */
export function workScopeOf(column: string): RawBuilder<string> {
  const id = sql.ref(column);
  return sql`case when ${id} is null then ${sql.lit(STAFF)} else ${sql.lit(PROJECT)} || ${id} end`;
}

/** Of null it is nobody. */
export function personScope(userId: string | null): PersonScope {
  return `${PERSON}${userId}`;
}

/** The same in SQL, for a column with the id of a person. */
export function personScopeOf(column: string): RawBuilder<string> {
  return sql`${sql.lit(PERSON)} || ${sql.ref(column)}`;
}
