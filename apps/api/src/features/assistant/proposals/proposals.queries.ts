import type { Selectable } from 'kysely';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import type { TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';
import type { Effect, PlannedChange } from './proposal-draft.ts';

type Row = Selectable<Tables['assistant_proposals']>;

export interface StoredProposal {
  id: string;
  threadId: string | null;
  status: Row['status'];
  changes: PlannedChange[];
  notifies: number;
  done: Effect[];
  kept: Proposal['kept'];
  expiresAt: Date;
  createdAt: Date;
  confirmedAt: Date | null;
}

/** Converts a stored proposal for its owner. The route calls of its rows are not exposed. */
export function showProposal(stored: StoredProposal, now: Date): Proposal {
  const { id, status, changes, notifies, kept, expiresAt } = stored;
  return {
    id,
    status: status === 'open' && expiresAt <= now ? 'expired' : status,
    changes: changes.map(({ call: _call, needs: _needs, ...change }) => change),
    notifies,
    expiresAt: expiresAt.toISOString(),
    kept,
  };
}

function read(row: Row): StoredProposal {
  return {
    id: row.id,
    threadId: row.thread_id,
    status: row.status,
    changes: row.changes as PlannedChange[],
    notifies: row.notifies,
    done: (row.done ?? []) as Effect[],
    kept: row.kept as Proposal['kept'],
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

export async function insertProposal(
  tx: TeamTx,
  of: { id: string; userId: string; threadId: string | null; messageId: string | null; now: Date },
  { changes, notifies }: { changes: readonly PlannedChange[]; notifies: number },
): Promise<void> {
  await tx
    .insertInto('assistant_proposals')
    .values({
      team_id: tx.teamId,
      id: of.id,
      user_id: of.userId,
      thread_id: of.threadId,
      message_id: of.messageId,
      changes: JSON.stringify(changes),
      notifies,
      expires_at: new Date(of.now.getTime() + ASSISTANT_LIMITS.proposalMinutes * 60_000),
      created_at: of.now,
    })
    .execute();
}

/** Returns the user's own proposals by id, in their current state. */
export async function readProposals(
  tx: TeamTx,
  { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
): Promise<Map<string, Proposal>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .limit(500)
    .execute();
  return new Map(rows.map((row) => [row.id, showProposal(read(row), now)]));
}

/** Locks the user's own proposal. Returns null if there is none, or if it belongs to someone else. */
export async function lockProposal(
  tx: TeamTx,
  { id, userId }: { id: string; userId: string },
): Promise<StoredProposal | null> {
  const row = await tx
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

export async function hasProposal(tx: TeamTx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('assistant_proposals')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a page (`limit` + 1) of the user's open proposals in threads, newest first. Excludes expired ones. */
export async function listOpenProposals(
  tx: TeamTx,
  userId: string,
  { now, before, limit }: { now: Date; before: { at: Date; id: string } | null; limit: number },
): Promise<(StoredProposal & { threadId: string })[]> {
  let query = tx
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('thread_id', 'is not', null)
    .where('expires_at', '>', now);
  if (before !== null)
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(before.at, before.id)));
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...read(row), threadId: row.thread_id ?? '' }));
}

export async function writeProposal(
  tx: TeamTx,
  id: string,
  change: Partial<Pick<StoredProposal, 'status' | 'changes' | 'done' | 'kept' | 'confirmedAt' | 'notifies'>>,
): Promise<void> {
  const { status, changes, done, kept, confirmedAt, notifies } = change;
  await tx
    .updateTable('assistant_proposals')
    .set({
      ...(status === undefined ? {} : { status }),
      ...(changes === undefined ? {} : { changes: JSON.stringify(changes) }),
      ...(done === undefined ? {} : { done: JSON.stringify(done) }),
      ...(kept === undefined ? {} : { kept: JSON.stringify(kept) }),
      ...(confirmedAt === undefined ? {} : { confirmed_at: confirmedAt }),
      ...(notifies === undefined ? {} : { notifies }),
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}
