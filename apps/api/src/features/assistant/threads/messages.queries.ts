import { sql } from 'kysely';
import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import type { TeamTx } from '#platform/db/index.ts';

/** Components of an answer besides its text. */
interface AnswerParts {
  citations?: AssistantMessage['citations'];
  chips?: AssistantMessage['chips'];
  proposalIds?: string[];
}

export interface MessageRow {
  id: string;
  role: AssistantMessage['role'];
  text: string;
  parts: AnswerParts;
  provider: string;
  isFallback: boolean;
  isStopped: boolean;
  isPartial: boolean;
  leaseUntil: Date | null;
  createdAt: Date;
}

const columns = sql`
  m.id, m.role, m.text, m.parts, m.provider, m.is_fallback as "isFallback", m.is_stopped as "isStopped",
  m.is_partial as "isPartial", m.lease_until as "leaseUntil", m.created_at as "createdAt"`;

/** Returns messages newest first, one more than `limit` if more exist. Excludes the answer that is being generated. */
export async function listMessages(
  tx: TeamTx,
  of: { threadId: string; userId: string; after: { at: Date; id: string } | null; limit: number; now: Date },
): Promise<MessageRow[]> {
  const from =
    of.after === null
      ? sql``
      : sql`and (m.created_at, m.id) < (${of.after.at}::timestamptz, ${of.after.id}::uuid)`;
  const { rows } = await sql<MessageRow>`
    select ${columns} from assistant_messages m
    where m.team_id = ${tx.teamId} and m.thread_id = ${of.threadId} and m.user_id = ${of.userId}
      and (m.lease_until is null or m.lease_until <= ${of.now}) ${from}
    order by m.created_at desc, m.id desc limit ${of.limit + 1}`.execute(tx);
  return rows;
}

export async function findMessage(
  tx: TeamTx,
  of: { id: string; userId: string },
): Promise<(MessageRow & { threadId: string }) | null> {
  const { rows } = await sql<MessageRow & { threadId: string }>`
    select ${columns}, m.thread_id as "threadId" from assistant_messages m
    where m.team_id = ${tx.teamId} and m.id = ${of.id} and m.user_id = ${of.userId}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the answer being generated in this thread, or null if there is none. */
export async function findRunningAnswer(
  tx: TeamTx,
  of: { threadId: string; userId: string; now: Date },
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from assistant_messages m
    where m.team_id = ${tx.teamId} and m.thread_id = ${of.threadId} and m.user_id = ${of.userId}
      and m.lease_until > ${of.now}`.execute(tx);
  return rows[0] ?? null;
}

export async function insertMessage(
  tx: TeamTx,
  row: {
    id: string;
    threadId: string;
    userId: string;
    role: AssistantMessage['role'];
    text: string;
    leaseUntil: Date | null;
    createdAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('assistant_messages')
    .values({
      team_id: tx.teamId,
      id: row.id,
      thread_id: row.threadId,
      user_id: row.userId,
      role: row.role,
      text: row.text,
      lease_until: row.leaseUntil,
      reserved_month: null,
      created_at: row.createdAt,
    })
    .execute();
}

/**
 * Completes the answers of this thread whose node has died, with the text generated so far.
 * @returns the months to which a message has to be refunded
 */
export async function completeAbandonedAnswers(tx: TeamTx, threadId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string | null }>`
    update assistant_messages m set lease_until = null, is_partial = true, reserved_month = null
    from (select id, reserved_month from assistant_messages
      where team_id = ${tx.teamId} and thread_id = ${threadId} and lease_until <= ${now}) as old
    where m.team_id = ${tx.teamId} and m.id = old.id
    returning old.reserved_month as month`.execute(tx);
  return rows.flatMap(({ month }) => (month === null ? [] : [month]));
}

/** Stores the progress and renews the lease. @returns null if the thread was deleted or the answer was declared complete */
export async function saveProgress(
  tx: TeamTx,
  of: { id: string; text: string; leaseUntil: Date },
): Promise<{ isStopRequested: boolean } | null> {
  const row = await tx
    .updateTable('assistant_messages')
    .set({ text: of.text, lease_until: of.leaseUntil })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', of.id)
    .where('lease_until', 'is not', null)
    .returning('is_stop_asked')
    .executeTakeFirst();
  return row === undefined ? null : { isStopRequested: row.is_stop_asked };
}

export async function requestStop(tx: TeamTx, of: { threadId: string; userId: string }): Promise<void> {
  await tx
    .updateTable('assistant_messages')
    .set({ is_stop_asked: true })
    .where('team_id', '=', tx.teamId)
    .where('thread_id', '=', of.threadId)
    .where('user_id', '=', of.userId)
    .where('lease_until', 'is not', null)
    .execute();
}

export async function noteReserved(tx: TeamTx, id: string, month: string): Promise<void> {
  await tx
    .updateTable('assistant_messages')
    .set({ reserved_month: month })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export interface Answer {
  id: string;
  text: string;
  parts: AnswerParts;
  provider: string;
  isFallback: boolean;
  isStopped: boolean;
  isPartial: boolean;
  inputTokens: number;
  outputTokens: number;
}

/** Stores a complete answer. Returns false if the thread was deleted or another node has declared this node dead. */
export async function completeAnswer(tx: TeamTx, answer: Answer): Promise<boolean> {
  const row = await tx
    .updateTable('assistant_messages')
    .set({
      text: answer.text,
      parts: JSON.stringify(answer.parts),
      provider: answer.provider,
      is_fallback: answer.isFallback,
      is_stopped: answer.isStopped,
      is_partial: answer.isPartial,
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
      lease_until: null,
      reserved_month: null,
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', answer.id)
    .where('lease_until', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
