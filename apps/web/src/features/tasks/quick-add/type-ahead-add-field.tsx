import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import type { QuickAddFieldProps } from './quick-add-field.tsx';
import styles from '#features/tasks/add-line/add-button.module.css';

let pasted = '';

/** Type-ahead buffer of a list pasted before the field was loaded. */
export function readPasted(): string {
  return pasted;
}

export function forgetPasted(): void {
  pasted = '';
}

/** Type-ahead buffer of lines ended with Enter before the field was loaded, by column. */
const ended = new Map<string, string[]>();

/** Drains the buffer of a column. */
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

  /** If the user leaves before that, the lines are added verbatim. */
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
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
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
        // A draft restored after a reload is kept.
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
