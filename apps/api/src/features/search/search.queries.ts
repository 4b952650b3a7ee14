import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

export interface Filters {
  kind?: SearchKind | undefined;
  author?: string | undefined;
  project?: string | undefined;
  /** Changed at this instant or later, and before that one. */
  since?: string | undefined;
  before?: string | undefined;
}

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

/** Of what is found so many are weighed against each other at a time, those with the words in their titles and the latest first. */
const WINDOW = 200;

/** Weights of all else, D, headings and titles. */
const WEIGHTS = sql`'{0.1, 0.2, 0.4, 1}'::float4[]`;
/** What was just changed is worth more, a third at most. */
const FRESH_DAYS = 30;

/** @returns a page from `offset` on, and how many there are in all */
export async function findEntries(
  tx: TeamTx,
  actor: Actor,
  asked: { query: string; isShort: boolean; filters: Filters; now: Date },
  page: { offset: number; limit: number },
): Promise<{ hits: Hit[]; total: number }> {
  const query = sql`${asked.query}::tsquery`;
  const first = page.offset - (page.offset % WINDOW);
  const age = sql`extract(epoch from ${asked.now}::timestamptz - p.at) / 86400`;
  const limit = Math.min(page.limit, first + WINDOW - page.offset);
  const { rows } = await sql<Hit & { total: number }>`
    with hits as materialized (
      select e.kind, e.id, e.at, ${asked.isShort ? sql`true` : sql`e.title_words @@ ${query}`} as in_title
      from search_entries e
      where e.team_id = ${tx.teamId} and ${asked.isShort ? sql`e.title_words` : sql`e.words`} @@ ${query}
        and ${isInSight(actor)} and ${passes(asked.filters)}
    ), picked as materialized (
      select * from hits order by in_title desc, at desc, id limit ${WINDOW} offset ${first}
    ), page as materialized (
      select p.kind, p.id, p.at, p.in_title::int
        + ts_rank(${WEIGHTS}, e.words, ${query}, 1) * (1 + exp(-greatest(${age}, 0) / ${FRESH_DAYS}) / 3) as score
      from picked p join search_entries e on e.team_id = ${tx.teamId} and e.kind = p.kind and e.id = p.id
      order by score desc, p.at desc, p.id limit ${limit} offset ${page.offset - first}
    )
    ${readHits(tx, actor, sql`(select count(*)::int from hits)`)}`.execute(tx);
  return { hits: rows, total: rows[0]?.total ?? 0 };
}

/** Things with words in their titles that are one slip of the finger away, and all other words as they were asked for. */
export async function findNear(
  tx: TeamTx,
  actor: Actor,
  asked: { query: string; words: readonly { query: string; gaps: readonly number[] }[]; filters: Filters },
  limit: number,
): Promise<Hit[]> {
  const hasWords = asked.words.map(({ query, gaps }) =>
    gaps.length === 0
      ? sql<boolean>`e.words @@ ${query}::tsquery`
      : sql<boolean>`(e.words @@ ${query}::tsquery or e.title_gaps && ${[...gaps]}::int[])`,
  );
  // One word at least is not there as it was asked for: what has none that is near is left out before words are looked at.
  const gaps = asked.words.flatMap((word) => word.gaps);
  const { rows } = await sql<Hit>`
    with page as materialized (
      select e.kind, e.id, e.at, 0::float8 as score from search_entries e
      where e.team_id = ${tx.teamId} and e.title_gaps && ${gaps}::int[] and ${sql.join(hasWords, sql` and `)} and not e.words @@ ${asked.query}::tsquery
        and ${isInSight(actor)} and ${passes(asked.filters)}
      order by e.at desc, e.id limit ${limit}
    )
    ${readHits(tx, actor, sql`0`)}`.execute(tx);
  return rows;
}

/** What is shown of the rows of `page`, with whether it may be. */
function readHits(tx: TeamTx, actor: Actor, total: RawBuilder<number>): RawBuilder<Hit & { total: number }> {
  const visible = visibleTo(actor);
  const { teamId } = tx;
  return sql`
    select p.kind, p.id, p.score, e.body, e.blocks, e.project_id as "projectId", e.subject_id as "subjectId",
      to_char(e.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${total} as total,
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
    from page p join search_entries e on e.team_id = ${teamId} and e.kind = p.kind and e.id = p.id
    left join tasks t on t.team_id = ${teamId} and t.deleted_at is null
      and t.id = case p.kind when 'task' then p.id when 'comment' then e.subject_id end
    order by p.score desc, p.at desc, p.id`;
}

/** May this actor know of what stands in the index as `e`? */
function isInSight(actor: Actor): RawBuilder<boolean> {
  return sql`case e.kind when 'person' then true when 'document' then ${isDocumentInSight(actor, 'e')}
    else ${isAmong(visibleTo(actor), sql`e.project_id`)} end`;
}

/** The same of a document, by the columns that say so of one; `levelOf` in SQL. */
function isDocumentInSight(actor: Actor, row: string): RawBuilder<boolean> {
  if (actor.of !== undefined) {
    const [one, other] = actor.of;
    return sql`(${isDocumentInSight(one, row)} and ${isDocumentInSight(other, row)})`;
  }
  const of = (column: string): RawBuilder<unknown> => sql.ref(`${row}.${column}`);
  const granted = Object.keys(actor.pages ?? {});
  const byPlace = sql<boolean>`(not ${of('is_restricted')} and ${isAmong(visibleTo(actor), of('project_id'))})`;
  return granted.length === 0 ? byPlace : sql<boolean>`(${byPlace} or ${of('access')} && ${granted}::uuid[])`;
}

/**
 * Expects `e` and `p`: was this actor let into a restricted document only after the updates that its entry lacks began? Then
 * its words are none of theirs yet: they may have been taken out before.
 */
function isOlderThanRights(actor: Actor): RawBuilder<boolean> {
  if (actor.of !== undefined) {
    const [one, other] = actor.of;
    return sql`(${isOlderThanRights(one)} or ${isOlderThanRights(other)})`;
  }
  return sql`(e.is_restricted and exists (
    select from document_heads h where h.team_id = e.team_id and h.document_id = e.id and not exists (
      select from document_grants g where g.team_id = h.team_id and g.document_id = any (e.access)
        and g.user_id = ${actor.userId}::uuid and g.granted_at <= h.behind_since)
      and h.behind_since is not null))`;
}

/** The time zone that somebody has chosen; null = they have not. */
export async function readOwnZone(tx: TeamTx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return row?.time_zone ?? null;
}

function passes({ kind, author, project, since, before }: Filters): RawBuilder<boolean> {
  const conditions = [
    sql<boolean>`true`,
    ...(kind === undefined ? [] : [sql<boolean>`e.kind = ${kind}`]),
    ...(author === undefined ? [] : [sql<boolean>`e.author_id = ${author}::uuid`]),
    ...(project === undefined ? [] : [sql<boolean>`e.project_id = ${project}::uuid`]),
    ...(since === undefined ? [] : [sql<boolean>`e.at >= ${since}::timestamptz`]),
    ...(before === undefined ? [] : [sql<boolean>`e.at < ${before}::timestamptz`]),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}
