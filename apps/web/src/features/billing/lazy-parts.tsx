import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import type { PlanRoomProps } from './plan-room.tsx';

const PlanRoom = lazyComponent(async () => (await import('./plan-room.tsx')).PlanRoom);
const Settings = lazyComponent(async () => (await import('./billing-settings.tsx')).BillingSettings);

/** Lazy-loaded because few users reach a limit. */
export function PlanFullNotice(props: PlanRoomProps) {
  return (
    <Suspense fallback={null}>
      <PlanRoom {...props} />
    </Suspense>
  );
}

export function BillingSettings() {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Settings />
    </Suspense>
  );
}
