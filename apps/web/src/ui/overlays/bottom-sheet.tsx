import { useMediaQuery } from '@mantine/hooks';
import styles from './bottom-sheet.module.css';

/** The sheet closes when it is dragged down this far or this fast. */
const CLOSE_AFTER_PX = 90;
const CLOSE_AT_PX_PER_MS = 0.5;

/** Whether menus, lists and dialogs are bottom sheets, as on phones. Uses the same width as bottom-sheet.module.css. */
export function useIsSheet(): boolean {
  return useMediaQuery('(max-width: 40rem)', false, { getInitialValueInEffect: false });
}

/** The class that makes an element a bottom sheet on phones. The sheet's handle must be its first child. */
export const sheetClass = styles.sheet;
export const backdropClass = styles.backdrop;

/** The handle of a bottom sheet. Only on phones. Dragging it down closes the sheet. */
export function SheetHandle({ onClose }: { onClose: () => void }) {
  return (
    <div
      className={styles.handle}
      aria-hidden="true"
      onPointerDown={(event) => {
        const sheet = event.currentTarget.parentElement;
        if (sheet !== null && event.isPrimary) followDrag(event, sheet, onClose);
      }}
    />
  );
}

function followDrag(down: React.PointerEvent<HTMLElement>, sheet: HTMLElement, onClose: () => void): void {
  const handle: HTMLElement = down.currentTarget;
  const startY = down.clientY;
  const startedAt = down.timeStamp;
  const stop = new AbortController();
  const readShift = (event: PointerEvent) => Math.max(0, event.clientY - startY);
  handle.setPointerCapture(down.pointerId);
  handle.addEventListener(
    'pointermove',
    (event) => {
      sheet.style.translate = `0 ${readShift(event)}px`;
    },
    { signal: stop.signal },
  );
  const end = (event: PointerEvent): void => {
    stop.abort();
    const shift = readShift(event);
    const isFast = shift / Math.max(1, event.timeStamp - startedAt) > CLOSE_AT_PX_PER_MS;
    if (event.type === 'pointerup' && (shift > CLOSE_AFTER_PX || (isFast && shift > 20))) onClose();
    else sheet.style.translate = '';
  };
  handle.addEventListener('pointerup', end, { signal: stop.signal });
  handle.addEventListener('pointercancel', end, { signal: stop.signal });
}
