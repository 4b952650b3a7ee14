import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

/** What was closed too long ago to be here: in young teams there is nothing of it. */
export const ShowOlder = lazyOnIntent(async () => (await import('./show-older.tsx')).ShowOlder);
