/** Of the saved view where one is shown, else of the project. */
export const FAVOURITE_KEY = { id: 'favourite.toggle', shortcuts: ['v f'] } as const;
