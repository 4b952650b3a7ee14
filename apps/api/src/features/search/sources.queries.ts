import { sql, type RawBuilder } from 'kysely';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { listBlocks } from '@hearth/contracts/rich-text/rich-blocks-values';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { writeLinks } from './mentions.ts';
import { MAX_SEARCHED, type Searchable } from './searchable.ts';

/** Selects the objects of a kind to read: by id, by subject (such as the task of comments), or the next page by id. */
type SourceRequest =
  | { ids: readonly string[] }
  | { subjectIds: readonly string[] }
  | { after: string | null; limit: number };

interface Row {
  id: string;
  projectId: string | null;
  access?: string[];
  isRestricted?: boolean;
  subjectId: string | null;
  authorId: string | null;
  at: string;
  title: string;
  key: string | null;
  language: string | null;
  /** Rich text. If it is present, `body` is ignored. */
  content?: RichText | null;
  body: string;
  isBehind?: boolean;
}

function choose(request: SourceRequest, id: string, subject = id): RawBuilder<boolean> {
  if ('ids' in request) return sql`${sql.ref(id)} = any (${[...request.ids]}::uuid[])`;
  if ('subjectIds' in request) return sql`${sql.ref(subject)} = any (${[...request.subjectIds]}::uuid[])`;
  return request.after === null ? sql`true` : sql`${sql.ref(id)} > ${request.after}::uuid`;
}

function order(request: SourceRequest, id: string): RawBuilder<unknown> {
  return 'limit' in request ? sql`order by ${sql.ref(id)} limit ${request.limit}` : sql``;
}

/**
 * Content above this size (bytes) is indexed as plain text up to a limit because blocks take many times its size in memory. Neither the
 * stored size nor the size of the state requires reading the value. The size of the state is needed because content may be stored
 * compressed.
 */
const LARGE_CONTENT = 256 * 1024;
const size = sql`greatest(coalesce(pg_column_size(s.content), 0), coalesce(octet_length(s.state), 0))`;
const isLarge = sql`${size} > ${LARGE_CONTENT}`;

/** Queries for the objects of each kind that are not in the trash. */
const SELECTS: Record<SearchKind, (teamId: string, request: SourceRequest) => RawBuilder<Row>> = {
  task: (teamId, request) => sql<Row>`
    select t.id, t.project_id as "projectId", null as "subjectId", t.created_by as "authorId", ${instantJson(sql`t.updated_at`)} as at,
      t.title, coalesce(p.key, m.key) || '-' || t.number as key, u.language, t.description_doc as content, t.description as body
    from tasks t join teams m on m.id = t.team_id
    left join projects p on p.team_id = t.team_id and p.id = t.project_id left join users u on u.id = t.created_by
    where t.team_id = ${teamId} and t.deleted_at is null and ${choose(request, 't.id')} ${order(request, 't.id')}`,
  // Templates are not indexed because they are offered when a document is created.
  document: (teamId, request) => sql<Row>`
    select d.id, d.project_id as "projectId", d.access, d.is_restricted as "isRestricted", null as "subjectId",
      d.created_by as "authorId", ${instantJson(sql`d.updated_at`)} as at, d.title, null as key, u.language,
      case when not ${isLarge} then s.content end as content, case when ${isLarge} then left(s.text, ${MAX_SEARCHED}) else '' end as body,
      coalesce(h.seq > s.up_to_seq, false) as "isBehind"
    from documents d left join document_states s on s.team_id = d.team_id and s.document_id = d.id
    left join document_heads h on h.team_id = d.team_id and h.document_id = d.id left join users u on u.id = d.created_by
    where d.team_id = ${teamId} and d.deleted_at is null and not d.is_template and ${choose(request, 'd.id')} ${order(request, 'd.id')}`,
  project: (teamId, request) => sql<Row>`
    select p.id, p.id as "projectId", null as "subjectId", p.created_by as "authorId", ${instantJson(sql`p.updated_at`)} as at,
      p.name as title, p.key, u.language, p.description as body
    from projects p left join users u on u.id = p.created_by
    where p.team_id = ${teamId} and p.deleted_at is null and ${choose(request, 'p.id')} ${order(request, 'p.id')}`,
  comment: (teamId, request) => sql<Row>`
    select c.id, t.project_id as "projectId", c.task_id as "subjectId", c.created_by as "authorId",
      ${instantJson(sql`coalesce(c.edited_at, c.created_at)`)} as at, '' as title, null as key, u.language, c.body
    from task_comments c join tasks t on t.team_id = c.team_id and t.id = c.task_id and t.deleted_at is null
    left join users u on u.id = c.created_by
    where c.team_id = ${teamId} and c.deleted_at is null and ${choose(request, 'c.id', 'c.task_id')} ${order(request, 'c.id')}`,
  person: (teamId, request) => sql<Row>`
    select m.user_id as id, null as "projectId", null as "subjectId", null as "authorId", ${instantJson(sql`m.joined_at`)} as at,
      u.name as title, null as key, u.language, '' as body
    from memberships m join users u on u.id = m.user_id
    where m.team_id = ${teamId} and m.removed_at is null and ${choose(request, 'm.user_id')} ${order(request, 'm.user_id')}`,
};

export async function readSearchables(
  tx: TeamTx,
  kind: SearchKind,
  request: SourceRequest,
): Promise<Searchable[]> {
  const { rows } = await SELECTS[kind](tx.teamId, request).execute(tx);
  return rows.map(({ body, content, ...row }) => ({
    kind,
    access: [],
    isRestricted: false,
    ...row,
    blocks: content == null ? listParagraphs(body) : listTextBlocks(content),
  }));
}

/** Returns the ids of objects without reading their text. */
export async function listSearchableIds(
  tx: TeamTx,
  kind: SearchKind,
  request: SourceRequest,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id from (${SELECTS[kind](tx.teamId, request)}) q order by q.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Estimates how many bytes `readSearchables` would read for these documents. */
export async function measureDocuments(tx: TeamTx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(least(${size}, ${LARGE_CONTENT})), 0)::int as bytes from document_states s
    where s.team_id = ${tx.teamId} and s.document_id = any (${[...ids]}::uuid[])`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

function listTextBlocks(content: RichText): Searchable['blocks'] {
  return listBlocks({ ...content, content: writeLinks(content.content) }).map(({ blockId, kind, text }) => ({
    id: blockId,
    text,
    isHeading: kind === 'heading',
  }));
}

function listParagraphs(text: string): Searchable['blocks'] {
  return text
    .split(/\n+/)
    .filter((line) => line !== '')
    .map((line) => ({ id: null, text: line, isHeading: false }));
}
