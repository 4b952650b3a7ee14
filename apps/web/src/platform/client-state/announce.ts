import { createState } from './state.ts';

/**
 * The live region: what screen readers say next, such as moves and other changes that a sighted person simply
 * sees.
 */
export const spoken = createState({ message: '' });

export function announce(message: string): void {
  // The same words again must be a change, or they are not said.
  spoken.set({ message: spoken.get().message === message ? `${message}\u00a0` : message });
}
