export { FavouriteList } from './favourite-list.tsx';
export { DocumentStar, FavouriteStar, ProjectStar, ViewActs } from './favourite-star.tsx';
export { favouriteActions } from './favourites.actions.ts';
export { FavouritesSection } from './favourites-section.tsx';
export { toggleFavourite } from './toggle-favourite.ts';
