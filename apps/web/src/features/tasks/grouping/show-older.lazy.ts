import { comeLater } from '#ui/lazy/later.tsx';

/** What was closed too long ago to be here: in young teams there is nothing of it. */
export const ShowOlder = comeLater(async () => (await import('./show-older.tsx')).ShowOlder);
