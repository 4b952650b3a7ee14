import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './description.module.css';

interface DescriptionStandInProps {
  children: ReactNode;
  /** Editing was ended by a key: restore the focus without starting to edit again. */
  takesFocus: boolean;
  /** The user is about to edit: preload the editor. */
  onNear: () => void;
  /** The user starts editing: the point of the press, or null for a key. */
  onStart: (at: { x: number; y: number } | null) => void;
}

/** The read-only fallback of the editor, until the user starts to edit. */
export function DescriptionStandIn({ children, takesFocus, onNear, onStart }: DescriptionStandInProps) {
  const { t } = useLingui();
  const field = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const isQuiet = useRef(false);
  useEffect(() => {
    if (!takesFocus) return;
    isQuiet.current = true;
    field.current?.focus();
    isQuiet.current = false;
  }, [takesFocus]);

  return (
    <div
      ref={field}
      className={styles.field}
      role="textbox"
      tabIndex={0}
      aria-label={t`Description`}
      aria-multiline
      onPointerEnter={onNear}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onFocus={({ target, currentTarget }) => {
        // After a press, wait for the click: the user may only be selecting text.
        if (target === currentTarget && !isPressed.current && !isQuiet.current) onStart(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onStart(null);
      }}
      onClick={({ target, clientX, clientY }) => {
        isPressed.current = false;
        const isOther = target instanceof Element && target.closest('a, input, label') !== null;
        if (!isOther && getSelection()?.isCollapsed !== false) onStart({ x: clientX, y: clientY });
      }}
    >
      {children}
    </div>
  );
}
