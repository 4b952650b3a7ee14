import { createState } from './state.ts';

/** The live region: announces moves and other visible changes to screen readers. */
export const spoken = createState({ message: '' });

export function announce(message: string): void {
  // Screen readers ignore an unchanged message, so a repeated message gets a trailing space.
  spoken.set({ message: spoken.get().message === message ? `${message}\u00a0` : message });
}
