export { KIND_LABELS } from './kind-labels.ts';
export { ResultIcon } from './result-icon.tsx';
export type { SearchQuestion } from './search.data.ts';
export { SearchResults } from './search-results.tsx';
export { ResultLink, type TaskNavigation } from './result-link.tsx';
export { useServerResults } from './use-server-results.ts';
