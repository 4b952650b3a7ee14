import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import type { QuickAddFieldProps } from './quick-add-field.tsx';
import styles from '#features/tasks/add-line/add-button.module.css';

let pasted = '';

/** Returns the list that was pasted before the field was loaded. */
export function readPasted(): string {
  return pasted;
}

export function forgetPasted(): void {
  pasted = '';
}

/** Lines by column that were submitted with Enter before the field was loaded. */
const ended = new Map<string, string[]>();

/** Returns and clears the buffered lines of a column. */
export function takeEnded(statusName: string): readonly string[] {
  const lines = ended.get(statusName) ?? [];
  ended.delete(statusName);
  return lines;
}

/** Buffers typed text until the field that parses it is loaded. */
export function TypeAheadAddField({
  statusName,
  title,
  isFromBefore,
  onTitle,
  onAdd,
  onClose,
}: QuickAddFieldProps) {
  const { t } = useLingui();

  function endLine(): void {
    if (title.trim() === '') return;
    ended.set(statusName, [...(ended.get(statusName) ?? []), title]);
    onTitle('');
  }

  /** Adds the buffered lines without parsing them if the user leaves before the field is loaded. */
  function leave(isByKey: boolean, last: readonly string[]): void {
    const titles = [...takeEnded(statusName), ...last].map((line) => line.trim().replaceAll(/\s+/g, ' '));
    const tasks = titles
      .filter((line) => line !== '')
      .map((line) => ({ fields: { title: line }, newLabels: [] }));
    if (tasks.length > 0) onAdd(tasks);
    onClose(isByKey);
  }

  return (
    <textarea
      className={styles.addField}
      value={title}
      rows={1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
      autoFocus
      maxLength={LIMITS.taskTitle}
      aria-label={t`New task in ${statusName}`}
      onChange={(event) => onTitle(event.currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (!/\S\s*\n\s*\S/.test(text) && text.trim().length <= LIMITS.taskTitle) return;
        event.preventDefault();
        pasted = pasted === '' ? text : `${pasted}\n${text}`;
      }}
      onBlur={() => {
        // Keep the line if it is a draft that was restored after a reload.
        if (!isFromBefore) leave(false, [title]);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          endLine();
        } else if (event.key === 'Escape') leave(true, []);
      }}
    />
  );
}
