export { TasksInView } from './lazy-views.ts';
export { ViewBar, ViewControls } from './view-controls.tsx';
export { isPlainView, readViewSearch, type ViewScreen, type ViewSearch } from './view-search.ts';
export { viewActions } from './views.actions.ts';
