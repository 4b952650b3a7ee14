import type { Action } from '@hearth/contracts/permissions/permissions';
import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';

export interface WhyNotProps {
  act: Action;
  /** For actions on items in a project: the containing project, or null if there is none. */
  projectId?: string | null | undefined;
  /** Whether it is rendered as a notice above the content it refers to. */
  isNotice?: boolean;
}

// Lazy-loaded: it contains many sentences that are rarely read.
const WhyText = lazyComponent(async () => (await import('./why-text.tsx')).WhyText);

/** Explains which members may perform an action that this user may not, and whom to contact. Shared by controls and error messages. */
export function WhyNot(props: WhyNotProps) {
  return (
    <Suspense fallback={null}>
      <WhyText {...props} />
    </Suspense>
  );
}
