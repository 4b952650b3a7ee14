import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

/** Lazy-loaded: young teams have no finished work outside the working set. */
export const ShowOlder = lazyOnIntent(async () => (await import('./show-older.tsx')).ShowOlder);
