import { lazyPart } from '#ui/lazy/load-chunk.ts';

// Lazy-loaded apart from its screens: the first board would have to know the names of what they need.
export const TriageList = lazyPart(async () => (await import('./triage-list.tsx')).TriageList);
export const TriageSettings = lazyPart(async () => (await import('./triage-settings.tsx')).TriageSettings);
