import { createState } from './state.ts';

/** The live region: announcements for screen readers, such as moves and other changes that sighted users see. */
export const spoken = createState({ message: '' });

export function announce(message: string): void {
  // Repeated text must differ, or screen readers do not announce it.
  spoken.set({ message: spoken.get().message === message ? `${message}\u00a0` : message });
}
