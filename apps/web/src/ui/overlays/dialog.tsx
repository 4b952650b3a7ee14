import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { SheetHandle, sheetClass, useIsSheet } from './bottom-sheet.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Whether the dialog is wide, for content with two columns. */
  isWide?: boolean;
  children: ReactNode;
}

/** A modal dialog. Escape or a press outside closes it. On phones, it is a bottom sheet. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: DialogProps) {
  const { t } = useLingui();
  const isSheet = useIsSheet();
  const closeTopmost = useTopmost(isOpen, onClose);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closeTopmost}
      centered
      // Don't use a class name of the content. It would also be applied to the surrounding box.
      classNames={{ content: sheetClass }}
      size={isWide ? 760 : 460}
      // No exit transition: another dialog may follow, and the two must not overlap.
      transitionProps={isSheet ? { duration: 0 } : { transition: 'pop', duration: 130, exitDuration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0} />
      <Modal.Content>
        <SheetHandle onClose={onClose} />
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t`Close`} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
        <FocusAtOnce />
      </Modal.Content>
    </Modal.Root>
  );
}

/** The stack of open dialogs. The last one is on top. */
const open: object[] = [];

/** Returns a close handler that does nothing unless the dialog is topmost: Escape reaches every open dialog. */
function useTopmost(isOpen: boolean, onClose: () => void): () => void {
  const [me] = useState(() => ({}));
  useEffect(() => {
    if (!isOpen) return undefined;
    open.push(me);
    return () => void open.splice(open.indexOf(me), 1);
  }, [isOpen, me]);
  return () => {
    if (open.at(-1) === me) onClose();
  };
}

/**
 * Focuses the element with `data-autofocus` synchronously. Mantine moves focus in a timer, so immediate typing would go to the page under
 * the dialog.
 */
function FocusAtOnce() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const wanted = mark.current?.parentElement?.querySelector<HTMLElement>('[data-autofocus]');
    wanted?.focus({ preventScroll: true });
  }, []);
  return <span ref={mark} hidden />;
}
