import type { Action } from '@hearth/contracts/permissions/permissions';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy/load-chunk.ts';

export interface WhyNotProps {
  act: Action;
  /** For actions on work: the project that it lies in, null where it lies in none. */
  projectId?: string | null | undefined;
  /** Stands by itself above what it is about. */
  isNotice?: boolean;
}

// Lazy-loaded: the sentences are many and seldom read.
const WhyWords = lazyPart(async () => (await import('./why-words.tsx')).WhyWords);

/** Says who may do what this person may not, and whom to ask: one way to say it, for controls and for refusals alike. */
export function WhyNot(props: WhyNotProps) {
  return (
    <Suspense fallback={null}>
      <WhyWords {...props} />
    </Suspense>
  );
}
