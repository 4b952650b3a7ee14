import { sql } from 'kysely';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { putDocumentRows } from '#features/documents/model/documents.queries.ts';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

export interface StoredState {
  state: Uint8Array;
  /** Rich text as JSON text. */
  content: string;
  text: string;
}

/** Inserts the initial states of documents, in the transaction that creates them. */
export async function insertStates(
  tx: TeamTx,
  states: readonly (StoredState & { documentId: string })[],
  now: Date,
): Promise<void> {
  const column = <K extends 'documentId' | 'content' | 'text'>(name: K) => states.map((one) => one[name]);
  await sql`
    with given as (
      select * from unnest(${column('documentId')}::uuid[], ${states.map(({ state }) => Buffer.from(state))}::bytea[],
        ${column('content')}::text[], ${column('text')}::text[]) as g (document_id, state, content, text)
    ), heads as (
      insert into document_heads (team_id, document_id) select ${tx.teamId}::uuid, document_id from given
      returning document_id
    )
    insert into document_states (team_id, document_id, up_to_seq, state, content, text, at)
    select ${tx.teamId}::uuid, g.document_id, 0, g.state, g.content::jsonb, g.text, ${now}::timestamptz
    from heads join given g on g.document_id = heads.document_id`.execute(tx);
}

/** Returns the stored content of a document, the head of its log, and whether the content includes all updates (`isWhole`). */
export async function readState(
  tx: TeamTx,
  documentId: string,
): Promise<{ content: RichText; text: string; seq: number; isWhole: boolean } | null> {
  const { rows } = await sql<{ content: RichText; text: string; seq: number; isWhole: boolean }>`
    select s.content, s.text, h.seq, h.seq = s.up_to_seq as "isWhole"
    from document_states s join document_heads h on h.team_id = s.team_id and h.document_id = s.document_id
    where s.team_id = ${tx.teamId} and s.document_id = ${documentId}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Copies content and logs to documents that have no log yet.
 * @returns the copies with a state behind their log
 */
export async function copyLogs(
  tx: TeamTx,
  copies: readonly { fromId: string; toId: string }[],
): Promise<string[]> {
  const froms = copies.map(({ fromId }) => fromId);
  const pairs = sql`unnest(${froms}::uuid[], ${copies.map(({ toId }) => toId)}::uuid[]) as c (from_id, to_id)`;
  // Lock the logs, so that concurrent writes are copied neither partially nor twice.
  const { rows } = await sql<{ id: string; isBehind: boolean }>`
    with former as (
      select document_id, seq, behind_since from document_heads
      where team_id = ${tx.teamId} and document_id = any (${froms}::uuid[]) order by document_id for share
    )
    insert into document_heads (team_id, document_id, seq, behind_since)
    select ${tx.teamId}::uuid, c.to_id, f.seq, f.behind_since from former f join ${pairs} on c.from_id = f.document_id
    returning document_id as id, behind_since is not null as "isBehind"`.execute(tx);
  await sql`
    insert into document_states (team_id, document_id, up_to_seq, state, content, text, at)
    select s.team_id, c.to_id, s.up_to_seq, s.state, s.content, s.text, s.at from document_states s
    join ${pairs} on c.from_id = s.document_id where s.team_id = ${tx.teamId}`.execute(tx);
  await sql`
    insert into document_updates (team_id, document_id, seq, user_id, update, at)
    select u.team_id, c.to_id, u.seq, u.user_id, u.update, u.at from document_updates u
    join ${pairs} on c.from_id = u.document_id
    join document_states s on s.team_id = u.team_id and s.document_id = u.document_id and u.seq > s.up_to_seq
    where u.team_id = ${tx.teamId}`.execute(tx);
  return rows.filter(({ isBehind }) => isBehind).map(({ id }) => id);
}

/** Returns the size in bytes of the states and logs of all documents of a team, including those in the trash. */
export async function countDocumentBytes(tx: TeamTx): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (coalesce((select sum(octet_length(state)) from document_states where team_id = ${tx.teamId}), 0)
      + coalesce((select sum(octet_length(update)) from document_updates where team_id = ${tx.teamId}), 0))::text as bytes`.execute(
    tx,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Selects the documents that may contain document links. Documents without a current checkpoint are always included. */
export async function listLinking(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.document_id as id from document_states s
    join document_heads h on h.team_id = s.team_id and h.document_id = s.document_id
    where s.team_id = ${tx.teamId} and s.document_id = any (${[...ids]}::uuid[])
      and (h.seq > s.up_to_seq or s.content::text like '%"documentLink"%')
    order by s.document_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Stores the log up to `upTo` as the state, and deletes the updates that the previous state already contained. The updates since the
 * previous state are kept in case the new state turns out to be wrong.
 * @returns false if another node has already stored this state or a newer one
 */
export async function saveState(
  tx: TeamTx,
  documentId: string,
  upTo: number,
  { state, content, text }: StoredState,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ former: number }>`
    with former as (
      select up_to_seq from document_states
      where team_id = ${tx.teamId} and document_id = ${documentId} and up_to_seq < ${upTo} for no key update
    ), kept as (
      update document_states s
      set up_to_seq = ${upTo}, state = ${Buffer.from(state)}::bytea, content = ${content}::jsonb, text = ${text}::text, at = ${now}
      from former where s.team_id = ${tx.teamId} and s.document_id = ${documentId}
      returning former.up_to_seq
    ), head as (
      update document_heads set behind_since = case when seq > ${upTo} then ${now}::timestamptz end
      where team_id = ${tx.teamId} and document_id = ${documentId} and exists (select from kept)
    )
    select up_to_seq as former from kept`.execute(tx);
  const [row] = rows;
  if (row === undefined) return false;
  await sql`
    delete from document_updates
    where team_id = ${tx.teamId} and document_id = ${documentId} and seq <= ${row.former}`.execute(tx);
  return true;
}

/**
 * Records the last author and time in the document's row, and publishes the row to everyone who sees the document. Publishes it even if the
 * row already has a later change because the search index detects new content by this entry.
 */
export async function touchDocument(
  command: Command,
  documentId: string,
  { userId, at }: { userId: string | null; at: Date },
): Promise<void> {
  const { tx, teamId } = command;
  const { rows } = await sql`
    update documents set updated_at = greatest(updated_at, ${at}::timestamptz),
      updated_by = case when updated_at < ${at}::timestamptz then ${userId}::uuid else updated_by end
    where team_id = ${teamId} and id = ${documentId} and deleted_at is null
    returning id`.execute(tx);
  if (rows.length > 0) command.logMany(putDocumentRows(teamId, sql`d.id = ${documentId}`));
}
