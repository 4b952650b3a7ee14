import type { ReactNode } from 'react';

/** A component in its states, for the page of all components (/dev/ui). Files `*.preview.tsx` export one as `preview`. */
export interface Preview {
  title: string;
  states: readonly PreviewState[];
}

interface PreviewState {
  name: string;
  /** Rendered as if hovered or focused. */
  force?: 'hover' | 'focus';
  /** Takes the full width. */
  isWide?: boolean;
  show: () => ReactNode;
}
