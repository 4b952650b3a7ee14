import { Suspense } from 'react';
import { readCheckout, readOwnBlocked, roomRequest } from '#features/billing/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';

const PlanBanner = lazyComponent(async () => (await import('./plan-banner.tsx')).PlanBanner);
const RoomDialog = lazyComponent(async () => (await import('./room-dialog.tsx')).RoomDialog);
const ResumeBlocked = lazyComponent(async () => (await import('./resume-blocked.tsx')).ResumeBlocked);

/** Shows plan notices on any screen. The code is loaded only when it is needed. */
export function PlanWatch() {
  const { teamId } = useTeamStore();
  const isPending = useSelected(roomRequest, ({ pending }) => pending !== null);
  const isQuiet = useSelected(auth, ({ subscription }) => {
    if (subscription === null) return true;
    const { status, cancelAtPeriodEnd, needsAuthorisation, chooseWritersBy } = subscription;
    const isUsual = status === 'trial' || status === 'active';
    return isUsual && !cancelAtPeriodEnd && !needsAuthorisation && chooseWritersBy === null;
  });
  return (
    <Suspense fallback={null}>
      {(!isQuiet || readCheckout(teamId) !== null) && <PlanBanner />}
      {isPending && <RoomDialog />}
      {readOwnBlocked()?.isDue === true && <ResumeBlocked />}
    </Suspense>
  );
}
