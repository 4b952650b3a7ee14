/** Applies to the open document or the displayed saved view, otherwise to the project. */
export const FAVOURITE_KEY = { id: 'favourite.toggle', shortcuts: ['v f'] } as const;
