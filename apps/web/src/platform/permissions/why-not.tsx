import type { Action } from '@hearth/contracts/permissions/permissions';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy/load-chunk.ts';

export interface WhyNotProps {
  act: Action;
  /** For actions on work: the project that contains it; null if none does. */
  projectId?: string | null | undefined;
  /** Rendered as a notice above the content it refers to. */
  isNotice?: boolean;
}

// Lazy-loaded: there are many sentences and they are rarely read.
const WhyText = lazyPart(async () => (await import('./why-text.tsx')).WhyText);

/** Explains who may do what this user may not, and whom to ask. Shared by controls and refusals. */
export function WhyNot(props: WhyNotProps) {
  return (
    <Suspense fallback={null}>
      <WhyText {...props} />
    </Suspense>
  );
}
