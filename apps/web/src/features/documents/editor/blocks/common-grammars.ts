import { common, createLowlight } from 'lowlight';

/** A separate chunk because most documents contain no code. */
export const grammars = createLowlight(common);
