import type { SyncRows } from '@hearth/contracts/sync';
import {
  reviveAs,
  compareByPosition,
  defineRecipe,
  keyAt,
  updateCommand,
  type Command,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';

export type SavedView = SyncRows['view'];
type ViewFields = Partial<Pick<SavedView, 'name' | 'color' | 'text' | 'isPrivate' | 'isLocked'>>;

type NewView = Pick<SavedView, 'projectId' | 'name' | 'text' | 'isPrivate' | 'isLocked' | 'color'>;

/** Saved views by project. The empty key contains the team's views. */
export function viewsByProject(store: TeamStore): View<'view'> {
  return store.sharedView('saved views', {
    entity: 'view',
    group: ({ projectId }) => projectId ?? '',
    compare: compareByPosition,
  });
}

/** The fields needed to restore a view. */
type DeletedView = NewView & Pick<SavedView, 'id' | 'position'>;

/** Saves a view at the end of the list unless a position is given. */
export function createView(
  store: TeamStore,
  fields: NewView & { position?: string },
  id = store.newId(),
): Command {
  const order = viewsByProject(store).ids(fields.projectId ?? '');
  const position = fields.position ?? keyAt(order, order.length, (one) => store.row('view', one));
  const now = new Date(store.now()).toISOString();
  const body = { ...fields, position };
  return {
    route: 'POST /teams/{teamId}/views',
    params: { teamId: store.teamId },
    body: { id, ...body },
    effects: [
      {
        entity: 'view',
        id,
        op: 'put',
        fields: { id, ...body, createdBy: store.userId, createdAt: now, updatedAt: now },
      },
    ],
    text: fields.name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function updateView(store: TeamStore, id: string, fields: ViewFields): Command {
  return updateCommand(store, {
    entity: 'view',
    id,
    route: 'PATCH /teams/{teamId}/views/{viewId}',
    params: { teamId: store.teamId, viewId: id },
    fields: { ...fields },
  });
}

/** Undo creates the view with a new id: for a reused id, the server would return the result of the earlier request. */
export function deleteView(store: TeamStore, id: string): Command {
  const row = store.row('view', id);
  return {
    route: 'DELETE /teams/{teamId}/views/{viewId}',
    params: { teamId: store.teamId, viewId: id },
    effects: [{ entity: 'view', id, op: 'delete' }],
    inverse: row && { kind: 'whole', by: createAgain(fieldsOf(row)) },
  };
}

function fieldsOf(row: SavedView): DeletedView {
  const { id, projectId, name, text, isPrivate, isLocked, color, position } = row;
  return { id, projectId, name, text, isPrivate, isLocked, color, position };
}

const deleteAgain = defineRecipe('delete view', (store, id: string) =>
  store.row('view', id) === undefined ? null : deleteView(store, id),
);
const createAgain = defineRecipe('create view', (store, { id, ...fields }: DeletedView) =>
  reviveAs(id, createView(store, fields)),
);
