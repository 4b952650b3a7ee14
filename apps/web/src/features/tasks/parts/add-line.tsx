import { IconPlus } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { readTitles } from './read-titles.ts';
import styles from './sub-tasks.module.css';

interface AddLineProps {
  label: string;
  maxLength: number;
  fieldRef?: Ref<HTMLInputElement>;
  onAdd: (titles: string[]) => void;
}

/** At the foot of a list: Enter adds and stays for the next; several lines that are pasted become several. */
export function AddLine({ label, maxLength, fieldRef, onAdd }: AddLineProps) {
  const [title, setTitle] = useState('');

  function add(text: string): void {
    const titles = readTitles(text);
    if (titles.length > 0) onAdd(titles);
    setTitle('');
  }

  return (
    <div className={styles.add}>
      <span className={styles.addIcon}>
        <IconPlus size={15} stroke={1.8} aria-hidden="true" />
      </span>
      <input
        ref={fieldRef}
        className={styles.field}
        type="text"
        autoComplete="off"
        enterKeyHint="enter"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (readTitles(text).length < 2) return;
          event.preventDefault();
          add(`${title}${text}`);
        }}
        onBlur={() => add(title)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            add(title);
          } else if (event.key === 'Escape' && title !== '') {
            // What was typed is given up, not the panel around it.
            event.preventDefault();
            event.stopPropagation();
            setTitle('');
          }
        }}
      />
    </div>
  );
}
