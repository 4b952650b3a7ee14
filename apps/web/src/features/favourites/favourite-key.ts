/** Applies to the saved view on screen, or to the project if none is. */
export const FAVOURITE_KEY = { id: 'favourite.toggle', shortcuts: ['v f'] } as const;
