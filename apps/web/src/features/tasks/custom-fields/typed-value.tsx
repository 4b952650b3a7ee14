import { useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { isNumeric } from '@hearth/contracts/custom-fields/custom-field-values';
import { useDraft } from '#ui/inputs/drafts.ts';
import { readTyped, writeTyped } from './field-texts.ts';
import { FAULT_MESSAGES, useValueFormatter } from './field-labels.tsx';
import type { TeamField } from './fields.data.ts';
import styles from './task-fields.module.css';

interface TypedValueProps {
  field: TeamField;
  value: FieldValue | undefined;
  draftKey: string;
  isDisabled: boolean;
  onCommit: (value: FieldValue | null) => void;
}

/** Edits a text, number or URL. Saves on Enter, on blur, on unmount and when the page is closed. Escape discards the input. */
export function TypedValue({ field, value, draftKey, isDisabled, onCommit }: TypedValueProps) {
  const { t, i18n } = useLingui();
  const formatValue = useValueFormatter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Null while unedited. The field then shows remote changes.
  const [draft, setDraft] = useDraft<string | null>(draftKey, null);
  const [hasFocus, setHasFocus] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const typed = writeTyped(value);
  const shown = draft ?? (hasFocus || value === undefined ? typed : formatValue(field, value));
  const address = field.type === 'url' && draft === null && value !== undefined ? String(value) : null;

  function send(): boolean {
    if (draft === null || draft === typed) return true;
    const read = readTyped(field, draft);
    if ('fault' in read) {
      const message = FAULT_MESSAGES[read.fault];
      setFault(message === undefined ? null : i18n._(message));
      return false;
    }
    setFault(null);
    if (read.value !== (value ?? null)) onCommit(read.value);
    return true;
  }

  // Save on unmount: closing the panel or page while typing must not lose the input.
  const sendAtEnd = useEffectEvent(() => void send());
  useEffect(() => {
    const leave = () => sendAtEnd();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return (
    <div className={styles.typed}>
      <input
        ref={input}
        className={clsx(styles.input, isNumeric(field.type) && styles.number)}
        type="text"
        inputMode={isNumeric(field.type) ? 'decimal' : field.type === 'url' ? 'url' : 'text'}
        autoComplete="off"
        aria-label={field.name}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        placeholder={t`Empty`}
        value={shown}
        disabled={isDisabled}
        data-kept
        onFocus={() => setHasFocus(true)}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setFault(null);
        }}
        onBlur={() => {
          setHasFocus(false);
          if (send()) setDraft(null);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && draft !== null) {
            event.preventDefault();
            event.stopPropagation();
            setDraft(null);
            setFault(null);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            if (send()) setDraft(null);
          }
        }}
      />
      {address !== null && !hasFocus && (
        <a
          className={styles.open}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t`Open ${address}`}
        >
          <IconExternalLink size={15} stroke={1.7} aria-hidden="true" />
        </a>
      )}
      {fault !== null && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
