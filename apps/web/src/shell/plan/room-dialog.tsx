import { useLingui } from '@lingui/react/macro';
import { PlanFullNotice, roomAsked } from '#features/billing/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** What cannot be made for lack of room, where no form is open that could say so. */
export function RoomDialog() {
  const { t } = useLingui();
  const asked = useSelected(roomAsked, (state) => state.asked);
  const close = () => roomAsked.set({ asked: null });
  return (
    <Dialog title={t`No room on this plan`} isOpen={asked !== null} onClose={close}>
      {asked !== null && (
        // Its ways lead to other screens: the dialog goes with the press.
        <div
          onClickCapture={(event) => (event.target as Element).closest('a') !== null && queueMicrotask(close)}
        >
          <PlanFullNotice resource={asked.resource} wish={asked.wish} />
        </div>
      )}
    </Dialog>
  );
}
