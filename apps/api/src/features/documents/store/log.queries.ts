import { sql } from 'kysely';
import { commitWith, sendAhead, type SystemTx, type TeamTx } from '#platform/db/index.ts';

/** An update to append, with the credentials and rights under which it was accepted. */
export interface UpdateEntry {
  /**
   * Null for a program with an API token. Its `tokenId` is checked instead, which requires that the transaction runs as the token's user.
   */
  sessionId: string | null;
  tokenId: string | null;
  userId: string;
  /** The version of the team's rights under which the user may edit. */
  rights: number;
  update: Uint8Array;
}

interface Appended {
  /** The new head of the log: the `seq` of the last update written. */
  seq: number;
  /** Indexes of the entries that were written. Entries that are no longer authorized are omitted. */
  places: readonly number[];
}

/**
 * Appends updates and commits. The whole transaction takes one round trip. Entries are skipped if their session or token has ended, if the
 * team's rights have changed, or if the document is archived or in the trash.
 * @returns null if nothing was written
 */
export async function appendUpdates(
  tx: TeamTx,
  documentId: string,
  entries: readonly UpdateEntry[],
  now: Date,
): Promise<Appended | null> {
  const indexes = entries.map((_entry, index) => index);
  const column = <K extends keyof UpdateEntry>(name: K) => entries.map((entry) => entry[name]);
  const updates = entries.map(({ update }) => Buffer.from(update.buffer, update.byteOffset, update.length));
  // Lock first: the authorization check must see changes that were committed while this transaction waited for the lock.
  sendAhead(
    tx,
    sql`select from document_heads where team_id = ${tx.teamId}::uuid and document_id = ${documentId}::uuid for no key update`,
  );
  const { rows } = await commitWith(() =>
    sql<{ seq: number; places: number[] }>`
      with asked as (
        select * from unnest(${indexes}::int[], ${column('sessionId')}::uuid[], ${column('tokenId')}::uuid[],
          ${column('userId')}::uuid[], ${column('rights')}::bigint[], ${updates}::bytea[])
          as a (place, session_id, token_id, user_id, rights, update)
      ), granted as (
        select a.* from asked a
        join team_heads h on h.team_id = ${tx.teamId} and h.rights = a.rights
        join documents d on d.team_id = ${tx.teamId} and d.id = ${documentId} and d.deleted_at is null and d.archived_at is null
        where (a.session_id is null or exists (select from sessions s where s.id = a.session_id and s.ended_at is null))
          and (a.token_id is null or exists (select from api_tokens t where t.id = a.token_id and t.revoked_at is null))
      ), head as (
        update document_heads
        set seq = seq + (select count(*) from granted), behind_since = coalesce(behind_since, ${now}::timestamptz)
        where team_id = ${tx.teamId} and document_id = ${documentId} and exists (select from granted)
        returning seq
      ), log as (
        insert into document_updates (team_id, document_id, seq, user_id, update, at)
        select ${tx.teamId}::uuid, ${documentId}::uuid,
          head.seq - (select count(*) from granted) + row_number() over (order by g.place), g.user_id, g.update, ${now}::timestamptz
        from granted g, head
      )
      select head.seq, (select array_agg(place) from granted) as places from head`.execute(tx),
  );
  return rows[0] ?? null;
}

/** Appends an update in a transaction that has already authorized the change. @returns the new head of the log */
export async function appendOwnUpdate(
  tx: TeamTx,
  documentId: string,
  { userId, update }: Pick<UpdateEntry, 'userId' | 'update'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with head as (
      update document_heads set seq = seq + 1, behind_since = coalesce(behind_since, ${now}::timestamptz)
      where team_id = ${tx.teamId} and document_id = ${documentId} returning seq
    )
    insert into document_updates (team_id, document_id, seq, user_id, update, at)
    select ${tx.teamId}::uuid, ${documentId}::uuid, head.seq, ${userId}::uuid, ${Buffer.from(update)}::bytea, ${now}::timestamptz
    from head returning seq`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The document has no log.');
  return row.seq;
}

export interface LogPiece {
  /** The last `seq` covered by this piece. */
  seq: number;
  /** Null if the updates follow the caller's `seq` without a gap, or if nothing is new. */
  state: Buffer | null;
  updates: Buffer[];
  /** Whether the log has further updates. */
  isCut: boolean;
  /** Author and time of the last of these updates. */
  last: { userId: string | null; at: Date } | null;
}

/** Limits of one read. The next read returns the remaining updates. */
const MAX_ROWS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns the updates after `since` in a document's log, preceded by the state if the log does not reach back to `since`.
 * @param since -1 to read from the beginning
 * @returns null if the document does not exist
 */
export async function readLogAfter(tx: TeamTx, documentId: string, since: number): Promise<LogPiece | null> {
  const { rows } = await sql<{
    from: number;
    state: Buffer | null;
    seq: number | null;
    update: Buffer;
    user_id: string | null;
    at: Date;
    head: number;
  }>`
    with reach as (
      select s.state, s.up_to_seq, s.up_to_seq > ${since}::bigint and not exists (
        select from document_updates
        where team_id = ${tx.teamId} and document_id = ${documentId} and seq = ${since}::bigint + 1) as is_too_short
      from document_states s where s.team_id = ${tx.teamId} and s.document_id = ${documentId}
    ), start as (
      select is_too_short, case when is_too_short then up_to_seq else ${since}::bigint end as seq, state from reach
    )
    select start.seq as from, case when start.is_too_short and row_number() over (order by u.seq) = 1 then start.state end as state,
      u.seq, u.update, u.user_id, u.at,
      (select seq from document_heads where team_id = ${tx.teamId} and document_id = ${documentId}) as head
    from start left join lateral (
      select seq, update, user_id, at from (
        select *, sum(octet_length(update)) over (order by seq) - octet_length(update) as bytes_before from (
          select seq, update, user_id, at from document_updates
          where team_id = ${tx.teamId} and document_id = ${documentId} and seq > start.seq order by seq limit ${MAX_ROWS}
        ) page
      ) summed where bytes_before < ${MAX_BYTES}
    ) u on true
    order by u.seq`.execute(tx);
  const [first] = rows;
  if (first === undefined) return null;
  const updates = rows.flatMap((row) => (row.seq === null ? [] : [row.update]));
  const end = rows.at(-1);
  const last = end === undefined || end.seq === null ? null : { userId: end.user_id, at: end.at };
  const seq = first.from + updates.length;
  return { seq, state: first.state, updates, isCut: seq < first.head, last };
}

/** Returns the log of a document up to `seq`, or null if the log was compacted beyond `seq` or has not reached it. */
export async function readLogUpTo(
  tx: TeamTx,
  documentId: string,
  seq: number,
): Promise<{ state: Buffer; updates: Buffer[] } | null> {
  const { rows } = await sql<{ state: Buffer; updates: Buffer[] }>`
    select s.state, coalesce((select array_agg(u.update order by u.seq) from document_updates u
      where u.team_id = s.team_id and u.document_id = s.document_id and u.seq > s.up_to_seq and u.seq <= ${seq}::bigint),
      '{}') as updates
    from document_states s join document_heads h on h.team_id = s.team_id and h.document_id = s.document_id
    where s.team_id = ${tx.teamId} and s.document_id = ${documentId} and ${seq}::bigint between s.up_to_seq and h.seq`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Returns the head `seq` of a document's log and locks the log until the transaction ends. */
export async function lockHead(tx: TeamTx, documentId: string): Promise<number | null> {
  const { rows } = await sql<{ seq: number }>`
    select seq from document_heads where team_id = ${tx.teamId} and document_id = ${documentId} for no key update`.execute(
    tx,
  );
  return rows[0]?.seq ?? null;
}

/** Returns the log heads of these documents across teams. */
export async function readHeadsOf(
  tx: SystemTx,
  documentIds: readonly string[],
): Promise<{ documentId: string; seq: number }[]> {
  const { rows } = await sql<{ documentId: string; seq: number }>`
    select document_id as "documentId", seq from document_heads
    where document_id = any (${[...documentIds]}::uuid[])`.execute(tx);
  return rows;
}

/** Lists documents whose state has been behind the log since before the given time, longest behind first. */
export async function listBehind(
  tx: SystemTx,
  before: Date,
  limit: number,
): Promise<{ teamId: string; documentId: string }[]> {
  const { rows } = await sql<{ teamId: string; documentId: string }>`
    select team_id as "teamId", document_id as "documentId" from document_heads
    where behind_since < ${before} order by behind_since limit ${limit}`.execute(tx);
  return rows;
}
