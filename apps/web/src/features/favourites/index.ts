export { FavouriteList } from './favourite-list.tsx';
export { DocumentStar, FavouriteStar, ProjectStar, ViewActs } from './favourite-star.tsx';
export { favouriteActions } from './favourites.actions.ts';
export { HeldFavourites } from './held-favourites.tsx';
export { toggleFavourite } from './toggle-favourite.ts';
