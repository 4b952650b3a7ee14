import { useLingui } from '@lingui/react/macro';
import { PlanFullNotice, roomRequest } from '#features/billing/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Reports that a limit is reached if no open form can report it. */
export function RoomDialog() {
  const { t } = useLingui();
  const pending = useSelected(roomRequest, (state) => state.pending);
  const close = () => roomRequest.set({ pending: null });
  return (
    <Dialog title={t`No room on this plan`} isOpen={pending !== null} onClose={close}>
      {pending !== null && (
        // Its links lead to other screens. A press closes the dialog.
        <div
          onClickCapture={(event) => (event.target as Element).closest('a') !== null && queueMicrotask(close)}
        >
          <PlanFullNotice resource={pending.resource} blocked={pending.blocked} />
        </div>
      )}
    </Dialog>
  );
}
