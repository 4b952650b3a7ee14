import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SearchResult } from '@hearth/contracts/search/search';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { Match } from './search.queries.ts';
import { isDocumentVisible, isOlderThanRights } from './sight.queries.ts';

/** A search result row. */
export interface Hit {
  kind: SearchKind;
  id: string;
  score: number;
  title: string;
  body: string;
  blocks: (string | null)[] | null;
  projectId: string | null;
  subjectId: string | null;
  author: SearchResult['author'];
  path: SearchResult['path'];
  at: string;
  /** Whether the user may currently see the object. The index entry may be stale. */
  isInSight: boolean;
}

/** Reads the display data of matches in their order, with whether the actor may see them. */
export async function readHits(tx: TeamTx, actor: Actor, matches: readonly Match[]): Promise<Hit[]> {
  if (matches.length === 0) return [];
  const visible = visibleTo(actor);
  const { teamId } = tx;
  const { rows } = await sql<Hit>`
    select p.kind, p.id, p.score, e.body, e.blocks, e.project_id as "projectId", e.subject_id as "subjectId",
      to_char(e.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      case when u.id is not null then json_build_object('id', u.id, 'name', case when m.user_id is not null then u.name end) end as author,
      coalesce(${writePath(teamId, actor)}, '[]') as path,
      case when p.kind = 'comment' then coalesce(t.title, '') else e.title end as title,
      coalesce(case p.kind
        when 'task' then t.id is not null and ${isAmong(visible, sql`t.project_id`)}
        when 'comment' then t.id is not null and ${isAmong(visible, sql`t.project_id`)} and exists (
          select from task_comments c where c.team_id = ${teamId} and c.id = p.id and c.deleted_at is null)
        when 'document' then exists (
          select from documents d where d.team_id = ${teamId} and d.id = p.id and d.deleted_at is null
            and ${isDocumentVisible(actor, 'd')}) and not ${isOlderThanRights(actor)}
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
    left join users u on u.id = e.author_id
    left join memberships m on m.team_id = ${teamId} and m.user_id = u.id and m.removed_at is null
    order by p.place`.execute(tx);
  return rows;
}

/** Maximum number of ancestors in a path. */
const MAX_LEVELS = 30;

/**
 * Selects the project and ancestor documents of an entry that the actor may see, outermost first. Expects the table `search_entries`
 * aliased as `e`.
 */
function writePath(teamId: string, actor: Actor): RawBuilder<unknown> {
  return sql`(
    with recursive above as (
      select d.parent_id as id, 1 as level from documents d
      where e.kind = 'document' and d.team_id = ${teamId} and d.id = e.id and d.parent_id is not null
      union all
      select d.parent_id, a.level + 1 from above a join documents d on d.team_id = ${teamId} and d.id = a.id
      where d.parent_id is not null and a.level < ${MAX_LEVELS}
    )
    select json_agg(json_build_object('kind', s.kind, 'id', s.id, 'title', s.title) order by s.level desc) from (
      select 'document' as kind, d.id, d.title, a.level from above a
      join documents d on d.team_id = ${teamId} and d.id = a.id and d.deleted_at is null and ${isDocumentVisible(actor, 'd')}
      union all
      select 'project', o.id, o.name, ${MAX_LEVELS + 1} from projects o
      where e.kind <> 'project' and o.team_id = ${teamId} and o.id = e.project_id and o.deleted_at is null
        and ${isAmong(visibleTo(actor), sql`o.id`)}
    ) s)`;
}

/** Returns the user's time zone setting, or null if it is not set. */
export async function readOwnZone(tx: TeamTx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return row?.time_zone ?? null;
}
