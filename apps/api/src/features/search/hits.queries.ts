import { sql } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { Match } from './search.queries.ts';
import { isDocumentInSight, isOlderThanRights } from './sight.queries.ts';

/** A row of an answer. */
export interface Hit {
  kind: SearchKind;
  id: string;
  score: number;
  title: string;
  body: string;
  blocks: (string | null)[] | null;
  projectId: string | null;
  subjectId: string | null;
  at: string;
  /** May its reader still see it, by the thing itself: the index may be a moment behind. */
  isInSight: boolean;
}

/** What is shown of matches, in their order, with whether it may be. */
export async function readHits(tx: TeamTx, actor: Actor, matches: readonly Match[]): Promise<Hit[]> {
  if (matches.length === 0) return [];
  const visible = visibleTo(actor);
  const { teamId } = tx;
  const { rows } = await sql<Hit>`
    select p.kind, p.id, p.score, e.body, e.blocks, e.project_id as "projectId", e.subject_id as "subjectId",
      to_char(e.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      case when p.kind = 'comment' then coalesce(t.title, '') else e.title end as title,
      coalesce(case p.kind
        when 'task' then t.id is not null and ${isAmong(visible, sql`t.project_id`)}
        when 'comment' then t.id is not null and ${isAmong(visible, sql`t.project_id`)} and exists (
          select from task_comments c where c.team_id = ${teamId} and c.id = p.id and c.deleted_at is null)
        when 'document' then exists (
          select from documents d where d.team_id = ${teamId} and d.id = p.id and d.deleted_at is null
            and ${isDocumentInSight(actor, 'd')}) and not ${isOlderThanRights(actor)}
        when 'project' then exists (
          select from projects o where o.team_id = ${teamId} and o.id = p.id and o.deleted_at is null
            and ${isAmong(visible, sql`o.id`)})
        when 'person' then exists (
          select from memberships m where m.team_id = ${teamId} and m.user_id = p.id and m.removed_at is null)
        end, false) as "isInSight"
    from unnest(${matches.map(({ kind }) => kind)}::text[], ${matches.map(({ id }) => id)}::uuid[],
      ${matches.map(({ score }) => score)}::float8[]) with ordinality as p (kind, id, score, place)
    join search_entries e on e.team_id = ${teamId} and e.kind = p.kind and e.id = p.id
    left join tasks t on t.team_id = ${teamId} and t.deleted_at is null
      and t.id = case p.kind when 'task' then p.id when 'comment' then e.subject_id end
    order by p.place`.execute(tx);
  return rows;
}

/** The time zone that somebody has chosen; null = they have not. */
export async function readOwnZone(tx: TeamTx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return row?.time_zone ?? null;
}
