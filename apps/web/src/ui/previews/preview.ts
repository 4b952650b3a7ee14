import type { ReactNode } from 'react';

/** A component in its states, for the page of all components (/dev/ui). Files `*.preview.tsx` export one as `preview`. */
export interface Preview {
  title: string;
  states: readonly PreviewState[];
}

interface PreviewState {
  name: string;
  /** Shown as if the pointer were over it, or the focus on it. */
  force?: 'hover' | 'focus';
  /** Takes the whole width. */
  isWide?: boolean;
  show: () => ReactNode;
}
