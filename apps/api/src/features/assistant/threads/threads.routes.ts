import { assistantRoutes } from '@hearth/contracts/assistant/assistant';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, decodeTimeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listMessages } from './messages.queries.ts';
import { toMessages } from './read-messages.ts';
import { changeThread, deleteThread, findThread, listThreads, toThread } from './threads.queries.ts';

export function bindThreads(app: App): Binding[] {
  return [
    bind('assistant.threads', assistantRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const { userId } = actor;
      const threadQuery = { userId, q: query.q, after: readCursor(query.cursor), now: app.clock.now() };
      const rows = await readTeam(app.db, { teamId, userId }, (tx) =>
        listThreads(tx, { ...threadQuery, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [
        String(row.isPinned),
        row.updatedAt.toISOString(),
        row.id,
      ]);
      return { threads: page.rows.map(toThread), nextCursor: page.nextCursor };
    }),
    bind('assistant.thread', assistantRoutes, async ({ caller, params, query }) => {
      const { teamId, actor } = caller;
      const { userId } = actor;
      const now = app.clock.now();
      const after = decodeTimeCursor(query.cursor);
      return await readTeam(app.db, { teamId, userId }, async (tx) => {
        const thread = await findThread(tx, { id: params.threadId, userId, now });
        if (thread === null) throw notFound('This thread');
        const of = { threadId: thread.id, userId, after, limit: query.limit, now };
        const page = toPage(await listMessages(tx, of), query.limit, (row) => [
          row.createdAt.toISOString(),
          row.id,
        ]);
        const messages = await toMessages(tx, page.rows, { userId, now });
        return { thread: toThread(thread), messages, nextCursor: page.nextCursor };
      });
    }),
    bindCommand(
      'assistant.renameThread',
      assistantRoutes,
      async ({ caller, params, body, key: requestKey }) => {
        const { teamId, actor } = caller;
        const { userId } = actor;
        const of = { id: params.threadId, userId };
        return await runCommand(app, { teamId, userId, requestKey }, async ({ tx, now }) => {
          await changeThread(tx, of, body);
          const thread = await findThread(tx, { ...of, now });
          if (thread === null) throw notFound('This thread');
          return { thread: toThread(thread) };
        });
      },
    ),
    bindCommand('assistant.deleteThread', assistantRoutes, async ({ caller, params, key: requestKey }) => {
      const { teamId, actor } = caller;
      const { userId } = actor;
      return await runCommand(app, { teamId, userId, requestKey }, async ({ tx }) => {
        await deleteThread(tx, { id: params.threadId, userId });
        return null;
      });
    }),
  ];
}

/** Decodes a cursor in list order: pinned threads first, then by time. */
function readCursor(cursor: string | undefined): { isPinned: boolean; at: Date; id: string } | null {
  const key = decodeCursor(cursor, 3);
  if (key === null) return null;
  const [pinned = '', instant = '', id = ''] = key;
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || toUuid(id) === null || !['true', 'false'].includes(pinned))
    throw invalidCursor();
  return { isPinned: pinned === 'true', at, id };
}
