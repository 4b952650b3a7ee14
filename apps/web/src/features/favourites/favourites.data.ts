import { defineRecipe, keyAt, type Command, type TeamStore } from '#platform/sync/index.ts';
import { favouritesInOrder, type Favourite } from './favourites-view.ts';

/** Appends a project, a saved view or a document. */
export function addFavourite(store: TeamStore, kind: Favourite['kind'], id: string): Command {
  const order = favouritesInOrder(store).ids();
  const position = keyAt(order, order.length, (one) => store.row('favourite', one));
  return putFavourite(store, { id, kind, position });
}

export function removeFavourite(store: TeamStore, { id, kind, position }: Favourite): Command {
  return {
    ...callOf(store, 'DELETE', { id, kind }),
    effects: [{ entity: 'favourite', id, op: 'delete' }],
    inverse: { kind: 'whole', by: addAgain({ id, kind, position }) },
  };
}

/** Moves a favourite to position `index` among the visible favourites. */
export function moveFavourite(
  store: TeamStore,
  { id, kind }: Favourite,
  others: readonly string[],
  index: number,
): Command {
  const position = keyAt(others, index, (one) => store.row('favourite', one));
  return putFavourite(store, { id, kind, position });
}

function putFavourite(store: TeamStore, favourite: Favourite): Command {
  const { id, kind, position } = favourite;
  const before = store.row('favourite', id);
  return {
    ...callOf(store, 'PUT', favourite),
    body: { position },
    effects: [
      before === undefined
        ? { entity: 'favourite', id, op: 'put', fields: { id, kind, position } }
        : { entity: 'favourite', id, op: 'patch', fields: { position } },
    ],
    inverse: {
      kind: 'whole',
      by: before === undefined ? removeAgain(id) : moveAgain({ id, kind, position: before.position }),
    },
  };
}

function callOf(
  store: TeamStore,
  method: 'PUT' | 'DELETE',
  { kind, id }: Pick<Favourite, 'kind' | 'id'>,
): Pick<Command, 'route' | 'params'> {
  const { teamId } = store;
  if (kind === 'project')
    return {
      route: `${method} /teams/{teamId}/projects/{projectId}/favourite`,
      params: { teamId, projectId: id },
    };
  if (kind === 'document')
    return {
      route: `${method} /teams/{teamId}/documents/{documentId}/favourite`,
      params: { teamId, documentId: id },
    };
  return { route: `${method} /teams/{teamId}/views/{viewId}/favourite`, params: { teamId, viewId: id } };
}

const removeAgain = defineRecipe('remove favourite', (store, id: string) => {
  const row = store.row('favourite', id);
  return row === undefined ? null : removeFavourite(store, row);
});
// No-op if the favourite was added elsewhere in the meantime, or its target was deleted.
const addAgain = defineRecipe('add favourite', (store, row: Favourite) =>
  store.row('favourite', row.id) !== undefined || store.row(row.kind, row.id) === undefined
    ? null
    : putFavourite(store, row),
);
const moveAgain = defineRecipe('move favourite', (store, row: Favourite) =>
  store.row('favourite', row.id) === undefined ? null : putFavourite(store, row),
);
