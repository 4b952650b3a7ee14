import type { AssistantMessage, Proposal, ProposedChange } from '@hearth/contracts/assistant/assistant';
import type { PlannedChange } from '#features/assistant/proposals/proposal-draft.ts';
import type { SystemTx } from '#platform/db/index.ts';

interface ExportedMessage {
  teamId: string;
  threadId: string;
  thread: string;
  id: string;
  role: AssistantMessage['role'];
  text: string;
  createdAt: Date;
}

/** Returns all messages of a user's threads in all teams, including the assistant's answers, oldest first. */
export async function listMessagesOf(tx: SystemTx, userId: string): Promise<ExportedMessage[]> {
  return await tx
    .selectFrom('assistant_messages as m')
    .innerJoin('assistant_threads as t', (join) =>
      join.onRef('t.team_id', '=', 'm.team_id').onRef('t.id', '=', 'm.thread_id'),
    )
    .select([
      'm.team_id as teamId',
      'm.thread_id as threadId',
      't.title as thread',
      'm.id',
      'm.role',
      'm.text',
      'm.created_at as createdAt',
    ])
    .where('t.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute();
}

interface Proposed {
  teamId: string;
  threadId: string | null;
  id: string;
  status: Exclude<Proposal['status'], 'expired'>;
  changes: ProposedChange[];
  createdAt: Date;
}

/** Returns the proposals made to a user in all teams, oldest first. */
export async function listProposedTo(tx: SystemTx, userId: string): Promise<Proposed[]> {
  const rows = await tx
    .selectFrom('assistant_proposals')
    .select(['team_id', 'thread_id', 'id', 'status', 'changes', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    teamId: row.team_id,
    threadId: row.thread_id,
    id: row.id,
    status: row.status,
    changes: (row.changes as PlannedChange[]).map(({ call: _call, needs: _needs, ...change }) => change),
    createdAt: row.created_at,
  }));
}

/** Deletes a user's threads and proposals. Proposals are deleted separately because those made through API programs have no thread. */
export async function deleteThreadsOf(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('assistant_proposals').where('user_id', '=', userId).execute();
  await tx.deleteFrom('assistant_threads').where('user_id', '=', userId).execute();
}
