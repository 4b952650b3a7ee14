import { sql } from 'kysely';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import type { TeamTx } from '#platform/db/index.ts';
import type { Entry } from './make-entry.ts';
import type { Searchable } from './searchable.ts';

/** The indexed state of an object. */
export interface IndexedState {
  kind: SearchKind;
  id: string;
  projectId: string | null;
  access: string[];
  isRestricted: boolean;
  /** Whether the entry has no text besides its title. */
  isEmpty: boolean;
  digest: string;
}

export async function listKnown(
  tx: TeamTx,
  searchables: readonly { kind: SearchKind; id: string }[],
): Promise<IndexedState[]> {
  if (searchables.length === 0) return [];
  const { rows } = await sql<IndexedState>`
    select e.kind, e.id, e.project_id as "projectId", e.access, e.is_restricted as "isRestricted", e.body = '' as "isEmpty", e.digest
    from search_entries e
    join unnest(${searchables.map(({ kind }) => kind)}::text[], ${searchables.map(({ id }) => id)}::uuid[]) as a (kind, id)
      on a.kind = e.kind and a.id = e.id
    where e.team_id = ${tx.teamId}`.execute(tx);
  return rows;
}

/** Number of rows per statement, to limit its size. */
const ROWS_AT_ONCE = 50;

export async function putEntries(tx: TeamTx, run: number, entries: readonly Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
    const rows = entries.slice(at, at + ROWS_AT_ONCE).map(({ searchable, ...entry }) => ({
      ...placeOf(searchable),
      title: searchable.title,
      title_words: entry.titleWords,
      title_gaps: entry.titleGaps,
      words: entry.words,
      body: entry.body,
      blocks: entry.blocks,
      digest: entry.digest,
    }));
    await sql`
      insert into search_entries (team_id, kind, id, project_id, access, is_restricted, subject_id, author_id, at, title,
        title_words, title_gaps, words, body, blocks, digest, run)
      select ${tx.teamId}::uuid, r.kind, r.id, r.project_id, r.access, r.is_restricted, r.subject_id, r.author_id, r.at, r.title,
        r.title_words::tsvector, r.title_gaps, r.words::tsvector, r.body, r.blocks, r.digest, ${run}::int
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, id uuid, project_id uuid, access uuid[],
        is_restricted boolean, subject_id uuid, author_id uuid, at timestamptz, title text, title_words text,
        title_gaps int[], words text, body text, blocks text[], digest text)
      on conflict (team_id, kind, id) do update set project_id = excluded.project_id, access = excluded.access,
        is_restricted = excluded.is_restricted, subject_id = excluded.subject_id, author_id = excluded.author_id,
        at = excluded.at, title = excluded.title, title_words = excluded.title_words, title_gaps = excluded.title_gaps,
        words = excluded.words, body = excluded.body, blocks = excluded.blocks, digest = excluded.digest,
        run = excluded.run`.execute(tx);
  }
}

/** Updates the metadata (project, access, author, time) of entries whose text has not changed. */
export async function moveEntries(
  tx: TeamTx,
  run: number,
  searchables: readonly Searchable[],
): Promise<void> {
  if (searchables.length === 0) return;
  await sql`
    update search_entries e set project_id = r.project_id, access = r.access, is_restricted = r.is_restricted,
      subject_id = r.subject_id, author_id = r.author_id, at = r.at, run = ${run}
    from jsonb_to_recordset(${JSON.stringify(searchables.map(placeOf))}::jsonb) as r (kind text, id uuid, project_id uuid,
      access uuid[], is_restricted boolean, subject_id uuid, author_id uuid, at timestamptz)
    where e.team_id = ${tx.teamId} and e.kind = r.kind and e.id = r.id
      and (e.project_id, e.access, e.is_restricted, e.subject_id, e.author_id, e.at, e.run) is distinct from
        (r.project_id, r.access, r.is_restricted, r.subject_id, r.author_id, r.at, ${run})`.execute(tx);
}

function placeOf(searchable: Searchable): Record<string, unknown> {
  return {
    kind: searchable.kind,
    id: searchable.id,
    project_id: searchable.projectId,
    access: searchable.access,
    is_restricted: searchable.isRestricted,
    subject_id: searchable.subjectId,
    author_id: searchable.authorId,
    at: searchable.at,
  };
}

/** Moves entries that belong to these subjects, such as the comments of a task, to the subject's project. */
export async function moveWithSubjects(
  tx: TeamTx,
  subjects: readonly { id: string; projectId: string | null }[],
): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    update search_entries e set project_id = s.project_id
    from unnest(${subjects.map(({ id }) => id)}::uuid[], ${subjects.map(({ projectId }) => projectId)}::uuid[])
      as s (id, project_id)
    where e.team_id = ${tx.teamId} and e.subject_id = s.id
      and e.project_id is distinct from s.project_id`.execute(tx);
}

/** Deletes entries and the entries that belong to them, such as the comments of a task. */
export async function deleteEntries(
  tx: TeamTx,
  searchables: readonly { kind: SearchKind; id: string }[],
): Promise<void> {
  if (searchables.length === 0) return;
  await sql`
    delete from search_entries e
    using unnest(${searchables.map(({ kind }) => kind)}::text[], ${searchables.map(({ id }) => id)}::uuid[]) as g (kind, id)
    where e.team_id = ${tx.teamId} and ((e.kind = g.kind and e.id = g.id) or e.subject_id = g.id)`.execute(
    tx,
  );
}

/** Deletes up to `limit` entries of earlier runs. @returns the number of deleted entries */
export async function deleteOlder(tx: TeamTx, run: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from search_entries where team_id = ${tx.teamId} and (kind, id) in (
      select kind, id from search_entries where team_id = ${tx.teamId} and run < ${run} limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}
