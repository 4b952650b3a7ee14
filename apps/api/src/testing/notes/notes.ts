import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '@hearth/contracts/core/fields';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { asOwner, withTeam, type Db, type TeamTx } from '#platform/db/index.ts';
import type { ExistenceCheck, Feature, LoadedObject, ObjectLoader } from '#platform/feature.ts';

// An entity type that exists only in tests. It shows that attachments and favourites do not depend on tasks.

/** Creates team tables, like a migration. @param tables the columns of each table by name, without the team's column */
export async function makeTables(db: Db, tables: Record<string, string>): Promise<void> {
  await asOwner(db, async (tx) => {
    for (const [name, columns] of Object.entries(tables)) {
      const table = sql.table(name);
      await sql`create table ${table} (team_id uuid not null, ${sql.raw(columns)})`.execute(tx);
      await sql`alter table ${table} enable row level security`.execute(tx);
      await sql`alter table ${table} force row level security`.execute(tx);
      await sql`create policy team_rows on ${table}
        using (team_id = (select app_team())) with check (team_id = (select app_team()))`.execute(tx);
    }
  });
}

export const NOTE_TABLES = {
  notes: `id uuid not null, project_id uuid, title text not null, followers uuid[] not null default '{}',
    primary key (team_id, id)`,
};

interface Note {
  title: string;
  projectId: string | null;
}

export async function makeNote(db: Db, teamId: string, { title, projectId }: Note): Promise<string> {
  const noteId = randomUUID();
  await withTeam(db, { teamId, userId: null }, (tx) =>
    sql`insert into notes (team_id, id, project_id, title) values (${teamId}, ${noteId}, ${projectId}, ${title})`.execute(
      tx,
    ),
  );
  return noteId;
}

async function loadNote(tx: TeamTx, noteId: string): Promise<LoadedObject | null> {
  const { rows } = await sql<{ projectId: string | null }>`
    select project_id as "projectId" from notes where team_id = ${tx.teamId} and id = ${noteId}`.execute(tx);
  const [row] = rows;
  return row === undefined ? null : { id: noteId, projectId: row.projectId, createdBy: null };
}

/** Locks the note's row. */
export async function lockNote(
  tx: TeamTx,
  noteId: string,
): Promise<(Note & { followers: string[] }) | undefined> {
  const { rows } = await sql<Note & { followers: string[] }>`
    select title, project_id as "projectId", followers from notes
    where team_id = ${tx.teamId} and id = ${noteId} for no key update`.execute(tx);
  return rows[0];
}

/** Access checks of the notes feature. @param exists existence checks for objects that belong to notes */
export function noteAccess(exists: Record<string, ExistenceCheck>): Pick<Feature, 'objects' | 'exists'> {
  // Typed explicitly because notes are not part of the contract.
  const objects: Record<string, ObjectLoader> = { note: loadNote };
  return { objects, exists };
}

/** Adapts a task route to notes. @param ids the kind of each id field */
export function asNoteRoute<R extends RouteSpec>(route: R, ids: Record<string, string>): R {
  const { taskId: _taskId, ...params } = (route.params as z.ZodObject).shape;
  const noteRoute = {
    ...route,
    id: `notes.${route.id}`,
    path: route.path.replace('/tasks/{taskId}', '/notes/{noteId}'),
    rule: { ...route.rule, object: 'note' },
    params: z.strictObject({ ...params, noteId: id }),
    ids: { ...route.ids, noteId: 'note', ...ids },
  };
  return noteRoute;
}
