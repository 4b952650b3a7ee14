import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api-client.ts';
import type { Command, OlderPage, TeamStore, ViewSpec } from '#platform/sync/index.ts';

type Comment = SyncRows['comment'];

/** As large as a page may be. */
const PAGE = 200;

/** The comments of a task, the oldest first. */
export function commentsOf(taskId: string): ViewSpec<'comment'> {
  return {
    entity: 'comment',
    filter: (comment) => comment.taskId === taskId,
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  };
}

/** The feed brings comments that are new; what was said before comes with this, and then stays on this device. */
export async function loadComments(store: TeamStore, taskId: string): Promise<void> {
  const { teamId } = store;
  let cursor: string | null = null;
  do {
    const from: string | undefined = cursor ?? undefined;
    cursor = await store.bringIn('comment', async (): Promise<OlderPage<'comment'>> => {
      const { comments, nextCursor } = await call('GET /teams/{teamId}/tasks/{taskId}/comments', {
        params: { teamId, taskId },
        query: { limit: PAGE, cursor: from },
      });
      return { rows: comments, nextCursor };
    });
  } while (cursor !== null);
}

/** Says something about a task. What was said is not unsaid by 'undo'. */
export function addComment(store: TeamStore, taskId: string, body: string, id = store.newId()): Command {
  const row: Comment = {
    id,
    taskId,
    body,
    createdBy: store.userId,
    createdAt: new Date(store.now()).toISOString(),
  };
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/comments',
    params: { teamId: store.teamId, taskId },
    body: { id, body },
    effects: [{ entity: 'comment', id, op: 'put', fields: row }],
    text: body,
  };
}
