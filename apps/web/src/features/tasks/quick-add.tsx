import { LIMITS } from '@hearth/contracts/limits';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import styles from './board.module.css';

interface QuickAddProps {
  /** Named so that each column's field can be told apart. */
  statusName: string;
  onAdd: (title: string) => void;
}

/** At the foot of a column: Enter adds and stays for the next one, Escape leaves. */
export function QuickAdd({ statusName, onAdd }: QuickAddProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [title, setTitle] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  function add(): void {
    const typed = title.trim().replaceAll(/\s+/g, ' ');
    if (typed !== '') onAdd(typed);
    setTitle('');
  }

  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.addButton}
        aria-label={`Add task to ${statusName}`}
        onClick={() => setIsOpen(true)}
      >
        <IconPlus size={15} stroke={1.8} aria-hidden="true" />
        Add task
      </button>
    );
  }
  return (
    <textarea
      className={styles.addField}
      value={title}
      rows={1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
      autoFocus
      maxLength={LIMITS.taskTitle}
      placeholder="What needs doing?"
      aria-label={`New task in ${statusName}`}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onBlur={() => {
        add();
        setIsOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          add();
        } else if (event.key === 'Escape') {
          setTitle('');
          setIsOpen(false);
          requestAnimationFrame(() => button.current?.focus());
        }
      }}
    />
  );
}
