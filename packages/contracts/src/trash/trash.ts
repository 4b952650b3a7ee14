import { z } from 'zod';
import { id, instant, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { TRASH_KINDS, TRASH_SEARCH_MAX } from './trash-values.ts';

const trashItem = z.strictObject({
  /** The id of the deleted entity. */
  id: storedId,
  kind: z.enum(TRASH_KINDS),
  title: z.string(),
  deletedAt: instant,
  deletedBy: storedId.nullable(),
});
export type TrashItem = z.infer<typeof trashItem>;

const restored = z.strictObject({
  item: trashItem,
  /** Whether the parent is still in the trash or was deleted permanently. The item is then at the top level. */
  isDetached: z.boolean(),
  /** The item of the trash that contains the parent, if the caller may restore it. */
  parentItem: trashItem.pick({ id: true, kind: true, title: true }).nullable(),
});
export type Restored = z.infer<typeof restored>;

const listedTrashItem = trashItem.extend({
  /** Project of a task or document. For a project, its own id. */
  projectId: storedId.nullable(),
  /** Whether the caller may restore the item. */
  mayRestore: z.boolean(),
  /** Whether the caller may delete the item permanently. */
  mayDelete: z.boolean(),
});
export type ListedTrashItem = z.infer<typeof listedTrashItem>;

export const trashRoutes = [
  defineRoute({
    id: 'trash.list',
    method: 'GET',
    path: '/teams/{teamId}/trash',
    summary: 'Deleted work of the last 30 days that the caller may see, newest first',
    rule: { kind: 'team', action: 'trash.list' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({
      ...pageQuery,
      /** Words to search for in the title or the project's name. */
      search: z.string().trim().max(TRASH_SEARCH_MAX).optional(),
      kind: z.enum(TRASH_KINDS).optional(),
    }),
    replies: { 200: z.strictObject({ items: z.array(listedTrashItem), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'trash.restore',
    method: 'POST',
    path: '/teams/{teamId}/trash/{itemId}/restore',
    summary: 'Bring deleted work back',
    rule: { kind: 'team', action: 'trash.restore', object: 'trash' },
    params: z.strictObject({ teamId: id, itemId: id }),
    replies: { 200: restored },
    ids: { teamId: 'team', itemId: 'trash' },
  }),
  defineRoute({
    id: 'trash.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/trash/{itemId}',
    summary: 'Delete an item of the trash permanently, with all it contains',
    rule: { kind: 'team', action: 'trash.delete', object: 'trash' },
    params: z.strictObject({ teamId: id, itemId: id }),
    replies: { 204: null },
    ids: { teamId: 'team', itemId: 'trash' },
  }),
  defineRoute({
    id: 'trash.empty',
    method: 'DELETE',
    path: '/teams/{teamId}/trash',
    summary:
      'Delete the items of the trash permanently that the caller manages, newest first; `nextCursor` says where to go on until it is null',
    rule: { kind: 'team', action: 'trash.empty' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({ cursor: pageQuery.cursor }),
    replies: { 200: z.strictObject({ deleted: z.int(), nextCursor }) },
    ids: { teamId: 'team' },
  }),
] as const;
