import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './description.module.css';

interface DescriptionStandInProps {
  children: ReactNode;
  /** Whether to focus the description without starting to edit. True after editing was ended by a key. */
  takesFocus: boolean;
  /** Called when the user is likely to edit, to preload the editor. */
  onNear: () => void;
  /** Starts editing at the position of a pointer press. Null if editing was started by keyboard. */
  onStart: (at: { x: number; y: number } | null) => void;
}

/** Read-only description that is shown until the user starts to edit. */
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
        // After a pointer press, wait for the click: the user may only be selecting text.
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
