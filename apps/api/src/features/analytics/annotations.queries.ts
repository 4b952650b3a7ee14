import { sql } from 'kysely';
import type { Annotation } from '@hearth/contracts/analytics/analytics';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

const annotationJson = sql<Annotation>`json_build_object('id', a.id, 'day', to_char(a.day, 'YYYY-MM-DD'), 'text', a.text,
  'projectId', a.project_id, 'createdBy', a.created_by)`;

/** Annotations without a project are visible to every member; project annotations are visible only to members who may read the project. */
const isVisible = (visible: VisibleProjects) =>
  sql<boolean>`(a.project_id is null or ${isAmong(visible, sql`a.project_id`)})`;

/**
 * Returns the visible annotations of a period, sorted by day, one more than `limit` if more exist. With a project, returns its annotations
 * and those without a project.
 */
export async function listAnnotations(
  tx: TeamTx,
  visible: VisibleProjects,
  { from, to, projectId }: { from: string; to: string; projectId?: string | undefined },
  page: { after: { day: string; id: string } | null; limit: number },
): Promise<Annotation[]> {
  const { after } = page;
  const { rows } = await sql<{ annotation: Annotation }>`
    select ${annotationJson} as annotation from annotations a
    where a.team_id = ${tx.teamId} and a.day between ${from}::date and ${to}::date and ${isVisible(visible)}
      and ${projectId === undefined ? sql`true` : sql`(a.project_id is null or a.project_id = ${projectId})`}
      and ${after === null ? sql`true` : sql`(a.day, a.id) > (${after.day}::date, ${after.id}::uuid)`}
    order by a.day, a.id limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ annotation }) => annotation);
}

/** @returns false when the id is in use */
export async function insertAnnotation(tx: TeamTx, annotation: Annotation, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('annotations')
    .values({
      team_id: tx.teamId,
      id: annotation.id,
      project_id: annotation.projectId,
      day: annotation.day,
      text: annotation.text,
      created_by: annotation.createdBy,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the annotation's row. Returns null if it does not exist or the caller may not read it. */
export async function lockAnnotation(
  tx: TeamTx,
  id: string,
  visible: VisibleProjects,
): Promise<Annotation | null> {
  const { rows } = await sql<{ annotation: Annotation }>`
    select ${annotationJson} as annotation from annotations a
    where a.team_id = ${tx.teamId} and a.id = ${id} and ${isVisible(visible)} for update of a`.execute(tx);
  return rows[0]?.annotation ?? null;
}

export async function deleteAnnotation(tx: TeamTx, id: string): Promise<void> {
  await tx.deleteFrom('annotations').where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

export async function isAnnotation(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from annotations where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}
