import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './field.module.css';

interface InlineFieldProps {
  label: string;
  value: string;
  maxLength: number;
  /** The error message for an empty value. */
  emptyError: string;
  action: string;
  /** Returns null, or the reason for a rejection. The reason is shown under the field, and the input stays. */
  onSave: (value: string) => Promise<string | null> | string | null;
}

/** A single-line field with its own button. The button is enabled after a change. */
export function InlineField({ label, value, maxLength, emptyError, action, onSave }: InlineFieldProps) {
  const formats = useFormats();
  const { t } = useLingui();
  // Null while not being edited. Remote changes are then shown.
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const typed = (draft ?? value).trim();
  const isChanged = typed !== value;

  async function save(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (!isChanged) return;
    if (typed === '') return setProblem(emptyError);
    setIsBusy(true);
    const refusal = await onSave(typed);
    setIsBusy(false);
    setProblem(refusal);
    if (refusal === null) setDraft(null);
  }

  return (
    <form className={styles.inline} noValidate onSubmit={(event) => void save(event)}>
      <input
        className={styles.input}
        type="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== null}
        value={draft ?? value}
        maxLength={maxLength}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || draft === null) return;
          event.stopPropagation();
          setDraft(null);
          setProblem(null);
        }}
      />
      <Button type="submit" disabled={!isChanged} isBusy={isBusy} aria-label={formats.pair(action, label)}>
        {action}
      </Button>
      {problem !== null && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <span className="hidden-text">{isChanged ? t`Not saved yet` : ''}</span>
    </form>
  );
}
