import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

/** Lazy-loaded because young teams have no finished tasks outside the working set. */
export const ShowOlder = lazyOnIntent(async () => (await import('./show-older.tsx')).ShowOlder);
