import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { hasDraft, useDraft } from './drafts.ts';
import styles from './editable-text.module.css';

interface EditableTextProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
  /** The input is stored under this key and restored after a reload. */
  draftKey: string;
  className?: string;
  placeholder?: string;
  maxLength?: number;
  /** Whether the field has a single line. Enter commits the value, and an empty value is discarded. */
  isOneLine?: boolean;
  isReadOnly?: boolean;
}

/** Inline editing. Blur commits the value, and Escape discards it. */
export function EditableText({
  label,
  value,
  onCommit,
  draftKey,
  className,
  isOneLine = false,
  isReadOnly = false,
  ...rest
}: EditableTextProps) {
  // Null while not being edited. Remote changes are then shown.
  const [draft, setDraft] = useDraft<string | null>(draftKey, null);
  const field = useRef<HTMLTextAreaElement>(null);

  function send(): void {
    if (draft === null) return;
    const typed = isOneLine ? draft.trim().replaceAll(/\s+/g, ' ') : draft;
    if (typed !== value && !(isOneLine && typed === '')) onCommit(typed);
  }

  function commit(): void {
    setDraft(null);
    send();
  }

  // Commit on unmount: closing the panel or the page while typing must not lose the input. The draft stays because the page may unload
  // before the change is stored.
  const sendAtEnd = useEffectEvent(send);
  useEffect(() => {
    const leave = () => sendAtEnd();
    window.addEventListener('pagehide', leave);
    // Restores focus after a reload.
    if (hasDraft(draftKey)) field.current?.focus();
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [draftKey]);

  return (
    <textarea
      ref={field}
      className={clsx(styles.text, className)}
      aria-label={label}
      value={draft ?? value}
      rows={1}
      readOnly={isReadOnly}
      data-kept
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && draft !== null && draft !== value) {
          event.preventDefault();
          event.stopPropagation();
          setDraft(null);
        } else if (event.key === 'Enter' && isOneLine && !event.nativeEvent.isComposing) {
          event.preventDefault();
          field.current?.blur();
        }
      }}
      {...rest}
    />
  );
}
