import { createState } from './state.ts';

/** The member whose screen this tab follows. */
export const following = createState<{ userId: string | null }>({ userId: null });
