/** Of the saved view where one is shown, else of the project. */
export const FAVOURITE_KEY = 'v f';
