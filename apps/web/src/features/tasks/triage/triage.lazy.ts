import { lazyComponent } from '#ui/lazy/load-chunk.ts';

// Separate from the lazy-loaded screens to keep the names of their dependencies out of the first chunk.
export const TriageList = lazyComponent(async () => (await import('./triage-list.tsx')).TriageList);
export const TriageSettings = lazyComponent(
  async () => (await import('./triage-settings.tsx')).TriageSettings,
);
