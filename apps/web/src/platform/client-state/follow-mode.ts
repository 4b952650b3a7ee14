import { createState } from './state.ts';

/** The colleague whose screen this tab follows. */
export const following = createState<{ userId: string | null }>({ userId: null });
