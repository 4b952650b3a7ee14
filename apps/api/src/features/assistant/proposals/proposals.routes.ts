import { assistantRoutes, type Proposal } from '@hearth/contracts/assistant/assistant';
import { bindCommand, type CommandResult } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { onBehalfOf } from '#platform/http/call-route.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listOpenProposals, showProposal } from './proposals.queries.ts';
import { confirmProposal, rejectProposal, undoProposal } from './proposals.service.ts';

export function bindProposals(app: App): Binding[] {
  return [
    bindCommand('assistant.confirm', assistantRoutes, async ({ caller, params, body, request, key }) => {
      const on = { who: onBehalfOf(request, caller), proposalId: params.proposalId, requestKey: key };
      return toReply(await confirmProposal(app, on, body ?? {}));
    }),
    bindCommand('assistant.reject', assistantRoutes, async ({ caller, params, request, key }) => {
      const on = { who: onBehalfOf(request, caller), proposalId: params.proposalId, requestKey: key };
      return toReply(await rejectProposal(app, on));
    }),
    bindCommand('assistant.undo', assistantRoutes, async ({ caller, params, request, key }) => {
      const on = { who: onBehalfOf(request, caller), proposalId: params.proposalId, requestKey: key };
      return toReply(await undoProposal(app, on));
    }),
    bind('assistant.openProposals', assistantRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const now = app.clock.now();
      const before = decodeTimeCursor(query.cursor);
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listOpenProposals(tx, actor.userId, { now, before, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt.toISOString(), row.id]);
      return {
        proposals: page.rows.map((row) => ({ threadId: row.threadId, proposal: showProposal(row, now) })),
        nextCursor: page.nextCursor,
      };
    }),
  ];
}

function toReply(result: CommandResult<Proposal>): CommandResult<{ proposal: Proposal }> {
  return { ...result, value: { proposal: result.value } };
}
