/** Lazy chunk with the code that a default view does not need. */
export { AddFilter } from './filters/add-filter.tsx';
export { DisplayMenu } from './display/display-menu.tsx';
export { FilterBar } from './filters/filter-bar.tsx';
export { TasksInView } from './display/tasks-in-view.tsx';
export { SavedViewsMenu } from './saved-views/saved-views-menu.tsx';
