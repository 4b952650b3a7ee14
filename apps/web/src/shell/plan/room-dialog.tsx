import { useLingui } from '@lingui/react/macro';
import { PlanFullNotice, roomRequest } from '#features/billing/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Reports that a limit is reached if no open form can report it. */
export function RoomDialog() {
  const { t } = useLingui();
  const asked = useSelected(roomRequest, (state) => state.asked);
  const close = () => roomRequest.set({ asked: null });
  return (
    <Dialog title={t`No room on this plan`} isOpen={asked !== null} onClose={close}>
      {asked !== null && (
        // Its links lead to other screens. A press closes the dialog.
        <div
          onClickCapture={(event) => (event.target as Element).closest('a') !== null && queueMicrotask(close)}
        >
          <PlanFullNotice resource={asked.resource} wish={asked.wish} />
        </div>
      )}
    </Dialog>
  );
}
