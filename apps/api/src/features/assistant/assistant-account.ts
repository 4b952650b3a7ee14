import type { AccountPart } from '#features/auth/index.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { deleteThreadsOf, listProposedTo, listMessagesOf } from './threads/account.queries.ts';

/** The assistant's part of an account: threads with their messages, and proposals. They are deleted with the account. */
export function createAssistantPart(app: App): AccountPart {
  return {
    async export(userId) {
      const toExported = <R extends { createdAt: Date }>({ createdAt, ...row }: R) => ({
        ...row,
        createdAt: createdAt.toISOString(),
      });
      return await withSystem(
        app.db,
        async (tx) => ({
          assistantMessages: (await listMessagesOf(tx, userId)).map(toExported),
          assistantProposals: (await listProposedTo(tx, userId)).map(toExported),
        }),
        { isReadOnly: true },
      );
    },
    purge: async ({ id }) => await withSystem(app.db, (tx) => deleteThreadsOf(tx, id)),
  };
}
