import { LIMITS } from '@hearth/contracts/core/limits';
import type { ListedTrashItem, Restored } from '@hearth/contracts/trash/trash';
import type { TrashedKind } from '@hearth/contracts/trash/trash-values';
import { call } from '#platform/api/api-client.ts';

/** Page size of the trash. */
const PAGE = 200;

export interface TrashPage {
  items: ListedTrashItem[];
  nextCursor: string | null;
}

export async function readTrash(
  teamId: string,
  { search, kind }: { search: string; kind?: TrashedKind | undefined },
  cursor: string | null = null,
  signal?: AbortSignal,
): Promise<TrashPage> {
  const query = {
    limit: PAGE,
    ...(search === '' ? {} : { search }),
    ...(kind === undefined ? {} : { kind }),
    ...(cursor === null ? {} : { cursor }),
  };
  return await call('GET /teams/{teamId}/trash', {
    params: { teamId },
    query,
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Deletes items permanently, or all that the person manages. Each request is atomic: one item, or one page of the trash.
 * @param onDeleted is called after each request with the number of items it deleted
 */
export async function deleteItems(
  teamId: string,
  items: readonly ListedTrashItem[] | 'all',
  onDeleted: (count: number) => void,
): Promise<void> {
  if (items === 'all') return await emptyTrash(teamId, onDeleted);
  for (const { id: itemId } of items) {
    await call('DELETE /teams/{teamId}/trash/{itemId}', { params: { teamId, itemId } });
    onDeleted(1);
  }
}

async function emptyTrash(teamId: string, onDeleted: (count: number) => void): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: { deleted: number; nextCursor: string | null } = await call('DELETE /teams/{teamId}/trash', {
      params: { teamId },
      query: cursor === null ? {} : { cursor },
    });
    onDeleted(page.deleted);
    cursor = page.nextCursor;
    // An older server has no `nextCursor`.
  } while (typeof cursor === 'string');
}

/**
 * Restores items. Projects are restored first because tasks may belong to them. Each request is atomic.
 * @returns the answer to the last request for a single item
 */
export async function restoreItems(
  teamId: string,
  items: readonly Pick<ListedTrashItem, 'id' | 'kind'>[],
): Promise<Restored | null> {
  const tasks = items.filter(({ kind }) => kind === 'task').map(({ id }) => id);
  const single = ['project', 'document'].flatMap((one) =>
    items.filter(({ kind }) => kind === one).map(({ id }) => id),
  );
  if (tasks.length === 1) single.push(...tasks.splice(0));
  let restored: Restored | null = null;
  for (const itemId of single)
    restored = await call('POST /teams/{teamId}/trash/{itemId}/restore', { params: { teamId, itemId } });
  for (let from = 0; from < tasks.length; from += LIMITS.tasksAtOnce) {
    const itemIds = tasks.slice(from, from + LIMITS.tasksAtOnce);
    await call('POST /teams/{teamId}/trash/restore', { params: { teamId }, body: { itemIds } });
  }
  return restored;
}
