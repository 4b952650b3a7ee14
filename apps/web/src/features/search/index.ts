export type { SearchQuestion } from './search.data.ts';
export { SearchResults } from './search-results.tsx';
