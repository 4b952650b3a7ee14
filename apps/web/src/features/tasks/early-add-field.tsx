import { LIMITS } from '@hearth/contracts/limits';
import { useLingui } from '@lingui/react/macro';
import type { QuickAddFieldProps } from './quick-add-field.tsx';
import styles from './board.module.css';

let pasted = '';

/** A list that was pasted before the field was there. */
export function readPasted(): string {
  return pasted;
}

export function forgetPasted(): void {
  pasted = '';
}

/** Takes what is typed at once, until the field comes that understands it. */
export function EarlyAddField({ statusName, title, onTitle }: QuickAddFieldProps) {
  const { t } = useLingui();
  return (
    <textarea
      className={styles.addField}
      value={title}
      rows={1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
      autoFocus
      maxLength={LIMITS.taskTitle}
      aria-label={t`New task in ${statusName}`}
      onChange={(event) => onTitle(event.currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (!/\S\s*\n\s*\S/.test(text)) return;
        event.preventDefault();
        pasted = text;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
