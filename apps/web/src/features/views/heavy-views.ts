/** What a screen that is shown as it is by itself does without: loaded when a view is asked for. */
export { AddFilter } from './add-filter.tsx';
export { DisplayMenu } from './display-menu.tsx';
export { FilterBar } from './filter-bar.tsx';
export { TasksInView } from './tasks-in-view.tsx';
export { SavedViewsMenu } from './saved-views-menu.tsx';
