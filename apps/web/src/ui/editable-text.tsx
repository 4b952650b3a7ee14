import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './editable-text.module.css';

interface EditableTextProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
  className?: string;
  placeholder?: string;
  maxLength?: number;
  /** Enter commits, and nothing is not a value. */
  isOneLine?: boolean;
  isReadOnly?: boolean;
}

/** Text that is edited where it stands: committed on leaving it, given up with Escape. */
export function EditableText({
  label,
  value,
  onCommit,
  className,
  isOneLine = false,
  isReadOnly = false,
  ...rest
}: EditableTextProps) {
  // null: nobody is editing, and what others write is shown.
  const [draft, setDraft] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function commit(): void {
    if (draft === null) return;
    const typed = isOneLine ? draft.trim().replaceAll(/\s+/g, ' ') : draft;
    setDraft(null);
    if (typed !== value && !(isOneLine && typed === '')) onCommit(typed);
  }

  // Closing the panel or the page while typing must not lose the words.
  const commitAtEnd = useEffectEvent(commit);
  useEffect(() => {
    const leave = () => commitAtEnd();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return (
    <textarea
      ref={field}
      className={clsx(styles.text, className)}
      aria-label={label}
      value={draft ?? value}
      rows={1}
      readOnly={isReadOnly}
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
