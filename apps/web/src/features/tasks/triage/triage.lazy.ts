import { lazyPart } from '#ui/lazy/load-chunk.ts';

// Apart from its screens: of what they need the first board would have to know the names.
export const TriageList = lazyPart(async () => (await import('./triage-list.tsx')).TriageList);
export const TriageSettings = lazyPart(async () => (await import('./triage-settings.tsx')).TriageSettings);
