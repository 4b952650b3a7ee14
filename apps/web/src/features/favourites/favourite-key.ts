/** Applies to the saved view if one is shown, otherwise to the project. */
export const FAVOURITE_KEY = { id: 'favourite.toggle', shortcuts: ['v f'] } as const;
