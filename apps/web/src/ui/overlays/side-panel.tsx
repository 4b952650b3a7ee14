import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, type ReactNode, type Ref } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { backdropClass, SheetHandle, sheetClass } from './bottom-sheet.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  label: string;
  /** On a phone: the whole window for what is worked in, a sheet over the list for what is looked at. */
  onPhone: 'page' | 'sheet';
  /** Where there is room: a page of its own beside the sidebar. */
  isFull?: boolean;
  onClose: () => void;
  /** Its head and its body. */
  children: ReactNode;
}

/** A side panel over the screen it was opened from. Escape closes it, and the focus is restored. */
export function SidePanel({ label, onPhone, isFull = false, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  // What had the focus may be gone by what it did: a role that was given takes its button along.
  const closeFromNowhere = useEffectEvent((event: KeyboardEvent) => {
    // A dialog that this very key has closed is nowhere too, but its key came from a field in it.
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
          // A dialog over the panel has closed itself by this key, and nothing else is meant.
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

/** The line at the top: what it is about, then what can be done with it, and the way out. */
export function SidePanelHead({
  about,
  acts,
  isFull = false,
  onClose,
}: {
  about?: ReactNode;
  acts?: ReactNode;
  /** A page is not closed: one goes back from it. */
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
