import { useId, type ClipboardEvent, type KeyboardEvent } from 'react';
import styles from './field.module.css';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | null;
  placeholder?: string;
  maxLength?: number;
  autoFocus?: boolean;
  /** More than one row makes it a multi-line field that grows with its content. */
  rows?: number;
  /** Whether the input is kept as a draft (`useDraft`). */
  isKept?: boolean;
  /** Whether the field is the heading of the item being written. It then has no border and a visually hidden label. */
  isHeading?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  onBlur?: () => void;
  /** The browser's autofill token: `email`, `organization`. */
  autoComplete?: string;
  onPaste?: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** A field with a label. Its error or hint is shown below and referenced by `aria-describedby`. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  rows = 1,
  autoFocus = false,
  isKept = false,
  isHeading = false,
  autoComplete = 'off',
  ...rest
}: TextFieldProps) {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  const shared = {
    id,
    value,
    className: styles.input,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong || hint !== undefined ? `${id}-note` : undefined,
    autoFocus,
    // Dialogs focus the element with this attribute. If there is none, they focus their close button.
    'data-autofocus': autoFocus || undefined,
    'data-kept': isKept || undefined,
    'data-heading': isHeading || undefined,
    ...rest,
  };
  return (
    <div className={styles.field}>
      <label className={isHeading ? 'hidden-text' : styles.label} htmlFor={id}>
        {label}
      </label>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {(isWrong || hint !== undefined) && (
        <p
          id={`${id}-note`}
          className={isWrong ? styles.error : styles.hint}
          role={isWrong ? 'alert' : undefined}
        >
          {isWrong ? error : hint}
        </p>
      )}
    </div>
  );
}
