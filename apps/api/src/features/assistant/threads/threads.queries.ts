import { sql } from 'kysely';
import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import type { TeamTx } from '#platform/db/index.ts';

/** A user's thread. `isRunning` means that a node is generating an answer in it. */
interface ThreadRow {
  id: string;
  title: string;
  isPinned: boolean;
  createdAt: Date;
  updatedAt: Date;
  isRunning: boolean;
}

const columns = (now: Date) => sql`
  t.id, t.title, t.is_pinned as "isPinned", t.created_at as "createdAt", t.updated_at as "updatedAt", exists (
    select from assistant_messages m where m.team_id = t.team_id and m.thread_id = t.id and m.lease_until > ${now}
  ) as "isRunning"`;

interface ThreadQuery {
  userId: string;
  /** Text to search for in titles and messages, as one phrase, ignoring case. */
  q: string | undefined;
  after: { isPinned: boolean; at: Date; id: string } | null;
  limit: number;
  now: Date;
}

/** Lists pinned threads first, each group by latest update. Returns one thread more than `limit` if more exist. */
export async function listThreads(tx: TeamTx, query: ThreadQuery): Promise<ThreadRow[]> {
  const { userId, q, after, limit, now } = query;
  const pattern = q === undefined || q.trim() === '' ? null : `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found =
    pattern === null
      ? sql``
      : sql`and (t.title ilike ${pattern} or exists (
          select from assistant_messages m
          where m.team_id = t.team_id and m.thread_id = t.id and m.text ilike ${pattern}))`;
  const from =
    after === null
      ? sql``
      : sql`and (t.is_pinned, t.updated_at, t.id) < (${after.isPinned}::boolean, ${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<ThreadRow>`
    select ${columns(now)} from assistant_threads t
    where t.team_id = ${tx.teamId} and t.user_id = ${userId} ${found} ${from}
    order by t.is_pinned desc, t.updated_at desc, t.id desc limit ${limit + 1}`.execute(tx);
  return rows;
}

export async function findThread(
  tx: TeamTx,
  of: { id: string; userId: string; now: Date },
): Promise<ThreadRow | null> {
  const { rows } = await sql<ThreadRow>`
    select ${columns(of.now)} from assistant_threads t
    where t.team_id = ${tx.teamId} and t.id = ${of.id} and t.user_id = ${of.userId}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns whether this thread exists. Row-level security hides the threads of other users. */
export async function hasThread(tx: TeamTx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('assistant_threads')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the thread until the transaction ends. @returns false when it does not exist */
export async function lockThread(tx: TeamTx, of: { id: string; userId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('assistant_threads')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertThread(
  tx: TeamTx,
  row: { id: string; userId: string; title: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('assistant_threads')
    .values({
      team_id: tx.teamId,
      id: row.id,
      user_id: row.userId,
      title: row.title,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute();
}

export async function changeThread(
  tx: TeamTx,
  of: { id: string; userId: string },
  change: { title?: string | undefined; isPinned?: boolean | undefined; updatedAt?: Date },
): Promise<void> {
  const set = {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.isPinned === undefined ? {} : { is_pinned: change.isPinned }),
    ...(change.updatedAt === undefined ? {} : { updated_at: change.updatedAt }),
  };
  if (Object.keys(set).length === 0) return;
  await tx
    .updateTable('assistant_threads')
    .set(set)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .execute();
}

/** Deletes a thread and all its messages. */
export async function deleteThread(tx: TeamTx, of: { id: string; userId: string }): Promise<void> {
  await tx
    .deleteFrom('assistant_threads')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .execute();
}

export function toThread(row: ThreadRow): AssistantThread {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
