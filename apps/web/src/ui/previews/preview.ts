import type { ReactNode } from 'react';

/** The states of a component for the component gallery (/dev/ui). Each `*.preview.tsx` file exports a `preview`. */
export interface Preview {
  title: string;
  states: readonly PreviewState[];
}

interface PreviewState {
  name: string;
  /** Renders the component as if hovered or focused. */
  force?: 'hover' | 'focus';
  /** Whether the preview takes the full width. */
  isWide?: boolean;
  show: () => ReactNode;
}
