import { common, createLowlight } from 'lowlight';

/** A chunk of its own: most documents have no code. */
export const grammars = createLowlight(common);
