import type { Insertable } from 'kysely';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export async function insertRequest(
  tx: TeamTx,
  row: Omit<Insertable<Tables['support_requests']>, 'team_id'>,
): Promise<void> {
  await tx
    .insertInto('support_requests')
    .values({ team_id: tx.teamId, ...row })
    .execute();
}

const ofQueue = [
  'r.id',
  'r.team_id as teamId',
  'u.name as asker',
  'u.email',
  'r.subject',
  'r.message',
  'r.is_priority as isPriority',
  'r.answer_by as answerBy',
  'r.created_at as createdAt',
] as const;

export interface QueuedRequest {
  id: string;
  teamId: string;
  asker: string;
  email: string;
  subject: string;
  message: string;
  isPriority: boolean;
  answerBy: Date;
  createdAt: Date;
}

/** Returns an open support request. Returns null if it is unknown or closed, or if the account of its author was deleted. */
export async function findOpenRequest(
  tx: TeamTx,
  id: string,
): Promise<(QueuedRequest & { team: string }) | null> {
  const row = await tx
    .selectFrom('support_requests as r')
    .innerJoin('teams as t', 't.id', 'r.team_id')
    .innerJoin('users as u', 'u.id', 'r.asked_by')
    .select([...ofQueue, 't.name as team'])
    .where('r.team_id', '=', tx.teamId)
    .where('r.id', '=', id)
    .where('r.closed_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists the open support requests of all teams, priority requests first, then by due date. */
export async function listOpenRequests(tx: SystemTx): Promise<QueuedRequest[]> {
  return await tx
    .selectFrom('support_requests as r')
    .innerJoin('users as u', 'u.id', 'r.asked_by')
    .select(ofQueue)
    .where('r.closed_at', 'is', null)
    .orderBy('r.is_priority', 'desc')
    .orderBy('r.answer_by')
    .orderBy('r.id')
    .execute();
}

/** Closes a support request. @returns false if there is no open request with this id */
export async function closeRequest(tx: SystemTx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('support_requests')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listRequestsBy(tx: SystemTx, userId: string) {
  return await tx
    .selectFrom('support_requests')
    .select(['team_id', 'id', 'subject', 'message', 'created_at', 'closed_at'])
    .where('asked_by', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function deleteRequestsBy(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('support_requests').where('asked_by', '=', userId).execute();
}
