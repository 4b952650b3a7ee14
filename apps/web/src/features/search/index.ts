export { KIND_LABELS } from './kind-labels.ts';
export { ResultIcon } from './result-icon.tsx';
export type { SearchQuestion } from './search.data.ts';
export { SearchResults } from './search-results.tsx';
export { ThingLink, type TaskWays } from './thing-link.tsx';
export { useAnswers } from './use-answers.ts';
