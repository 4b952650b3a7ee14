import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

/** Lazy-loaded: in young teams there is no finished work outside the working set. */
export const ShowOlder = lazyOnIntent(async () => (await import('./show-older.tsx')).ShowOlder);
