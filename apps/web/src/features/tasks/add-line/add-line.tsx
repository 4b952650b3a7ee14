import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useAfterPress } from '#ui/inputs/use-after-press.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { readTitleLines, readTitles, type TitleLine } from './read-titles.ts';
import styles from './sub-tasks.module.css';

interface AddLineProps {
  label: string;
  maxLength: number;
  /** Maximum number of items that can still be added. Excess lines are not added, but listed for copying. */
  room: number;
  fieldRef?: Ref<HTMLInputElement>;
  onAdd: (lines: readonly TitleLine[]) => void;
  /** Returns false while the entered line is ambiguous. The line then stays in the field. */
  mayAdd?: () => boolean;
  onText?: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Returns false to defer adding the pasted lines until `add` is called. */
  mayAddPasted?: (lines: readonly string[], add: () => void) => boolean;
  /** Whether to pass on lines that exceed the field's limit, without truncating them. */
  takesLong?: boolean;
  /** Preview of the values parsed from the text in the field. */
  children?: ReactNode;
}

/**
 * Input at the end of a list. Enter adds an item and keeps focus in the input. Leaving the input also adds the item. Pasting several lines
 * adds one item per line.
 */
export function AddLine(props: AddLineProps) {
  const { label, maxLength, room, fieldRef, onAdd, mayAdd, onText, takesLong = false, children } = props;
  const [title, setTitle] = useState('');
  const [left, setLeft] = useState<readonly string[]>([]);
  const afterPress = useAfterPress();

  function write(text: string): void {
    setTitle(text);
    onText?.(text);
  }

  function add(text: string): void {
    const lines = readTitleLines(text);
    const fit = lines
      .filter((line) => takesLong || line.title.length <= maxLength)
      .slice(0, Math.max(0, room));
    const rest = lines.filter((line) => !fit.includes(line)).map((line) => line.title);
    if (fit.length > 0) onAdd(fit);
    if (rest.length > 0) setLeft([...left, ...rest]);
    write('');
  }

  return (
    <>
      {left.length > 0 && <LeftLines lines={left} onClose={() => setLeft([])} />}
      {room > 0 && (
        <div className={styles.add}>
          <span className={styles.addIcon}>
            <IconPlus size={15} stroke={1.8} aria-hidden="true" />
          </span>
          <input
            ref={fieldRef}
            className={styles.field}
            type="text"
            dir="auto"
            autoComplete="off"
            enterKeyHint="enter"
            aria-label={label}
            placeholder={label}
            maxLength={maxLength}
            value={title}
            onChange={(event) => write(event.currentTarget.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain');
              const lines = readTitles(text);
              if (lines.length < 2 && (lines[0]?.length ?? 0) <= maxLength) return;
              event.preventDefault();
              const whole = `${title}${text}`;
              const addAll = () => add(whole);
              if (props.mayAddPasted?.(readTitles(whole), addAll) !== false) addAll();
            }}
            onBlur={({ relatedTarget }) => {
              // Don't submit when focus moves to the chips below the field.
              if (relatedTarget instanceof Element && relatedTarget.closest('[data-understood]') !== null)
                return;
              afterPress(() => {
                if (mayAdd?.() !== false) add(title);
              });
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                if (mayAdd?.() !== false) add(title);
              } else if (event.key === 'Escape' && title !== '') {
                // Escape discards the input. It does not close the surrounding panel.
                event.preventDefault();
                event.stopPropagation();
                write('');
              } else props.onKeyDown?.(event);
            }}
          />
        </div>
      )}
      {children !== undefined && <div data-understood>{children}</div>}
    </>
  );
}

/** Lists the lines that were not added until the user dismisses them, so that they can be copied elsewhere. */
function LeftLines({ lines, onClose }: { lines: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const count = lines.length;
  return (
    <div className={styles.left} role="group" aria-label={t`Lines that weren’t added`}>
      <p role="alert" className={styles.leftWords}>
        {t`${plural(count, { one: '# line wasn’t added. It’s too long, or the list is full.', other: '# lines weren’t added. They’re too long, or the list is full.' })}`}
      </p>
      <ul className={styles.leftLines}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may repeat
          <li key={at} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      <div className={styles.leftActs}>
        <Button
          size="small"
          variant="default"
          onClick={() => void copyText(lines.join('\n'), t`Lines copied`)}
        >
          <Trans>Copy</Trans>
        </Button>
        <Button size="small" variant="subtle" onClick={onClose}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </div>
  );
}
