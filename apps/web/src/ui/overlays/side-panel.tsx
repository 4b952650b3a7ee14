import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { backdropClass, SheetHandle, sheetClass } from './bottom-sheet.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  label: string;
  /** The layout on phones: the whole window for editing or a sheet over the list for viewing. */
  onPhone: 'page' | 'sheet';
  /** On larger screens: whether the panel is a full page beside the sidebar. */
  isFull?: boolean;
  onClose: () => void;
  /** The panel's header and body. */
  children: ReactNode;
}

/** A side panel over the screen it was opened from. Escape closes it. Focus returns to the opener when the panel unmounts. */
export function SidePanel({ label, onPhone, isFull = false, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  // Handles Escape when nothing has focus. The focused element may have been removed by its own action, such as a button that grants a
  // role.
  const closeFromNowhere = useEffectEvent((event: KeyboardEvent) => {
    // If this key press has just closed a dialog, focus is also on the body, but the event's target is a field of the dialog.
    const isNowhere = event.target === document.body || event.target === document.documentElement;
    if (event.key === 'Escape' && isNowhere && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeFromNowhere(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const isSheet = onPhone === 'sheet';
  return (
    <>
      {isSheet && <div className={clsx(styles.under, backdropClass)} aria-hidden="true" onClick={onClose} />}
      <aside
        ref={panel}
        className={clsx(styles.panel, isSheet && sheetClass)}
        data-on-phone={onPhone}
        data-full={isFull || undefined}
        tabIndex={-1}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          // A dialog over the panel has handled this key press by closing.
          if (!event.currentTarget.contains(event.target as Node)) {
            event.preventDefault();
            return;
          }
          event.stopPropagation();
          onClose();
        }}
      >
        {isSheet && <SheetHandle onClose={onClose} />}
        {children}
      </aside>
    </>
  );
}

/** The panel's header: the title, the actions and the close button. */
export function SidePanelHead({
  about,
  acts,
  isFull = false,
  onClose,
}: {
  about?: ReactNode;
  acts?: ReactNode;
  /** Whether the panel is a full page. It then has a Back button instead of a close button. */
  isFull?: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <header className={styles.head}>
      {isFull && (
        <IconButton label={t`Back`} shortcut="escape" onClick={onClose}>
          <IconArrowLeft size={18} stroke={1.7} />
        </IconButton>
      )}
      <span className={styles.about}>{about}</span>
      {acts}
      {!isFull && (
        <IconButton label={t`Close`} shortcut="escape" onClick={onClose}>
          <IconX size={17} stroke={1.7} />
        </IconButton>
      )}
    </header>
  );
}

export function SidePanelBody({ frame, children }: { frame?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={frame} className={styles.body}>
      {children}
    </div>
  );
}
