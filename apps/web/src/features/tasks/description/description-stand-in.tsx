import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './description.module.css';

interface DescriptionStandInProps {
  children: ReactNode;
  /** It comes back from being written, by a key: the focus is its own, and nothing begins anew. */
  takesFocus: boolean;
  /** Somebody is about to write. */
  onNear: () => void;
  /** Somebody writes: where they pressed, or null for a key. */
  onStart: (at: { x: number; y: number } | null) => void;
}

/** The read-only fallback of the editor, until somebody touches it to write. */
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
        // After a press the click decides: somebody may only select text.
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
