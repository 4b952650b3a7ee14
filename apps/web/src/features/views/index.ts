export { prefetchViews, TasksInView } from './lazy-parts.ts';
export { FilterButton, ViewBar, ViewControls } from './view-controls.tsx';
export { SavedViews } from './saved-views-button.tsx';
export {
  isPlainView,
  readAddressSearch,
  resolveSearch,
  savedIdOf,
  type AddressSearch,
  type ViewScreen,
  type ViewSearch,
} from './address/view-search.ts';
export { viewActions } from './address/views.actions.ts';
