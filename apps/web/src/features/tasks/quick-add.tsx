import { LIMITS } from '@hearth/contracts/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { hasDraft, useDraft } from '#ui/drafts.ts';
import styles from './board.module.css';

interface QuickAddProps {
  /** Named so that each column's field can be told apart. */
  statusName: string;
  /** Under this key a reload finds again what was being typed. */
  draftKey: string;
  onAdd: (title: string) => void;
}

/** At the foot of a column: Enter adds and stays for the next one, Escape leaves. */
export function QuickAdd({ statusName, draftKey, onAdd }: QuickAddProps) {
  const { t } = useLingui();
  // null: closed.
  const [title, setTitle] = useDraft<string | null>(draftKey, null);
  // What a reload brought back waits for the person, even where the page gives the focus to something else meanwhile.
  const isUntouched = useRef(hasDraft(draftKey));
  const button = useRef<HTMLButtonElement>(null);

  function add(): void {
    const typed = (title ?? '').trim().replaceAll(/\s+/g, ' ');
    if (typed !== '') onAdd(typed);
  }

  if (title === null) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.addButton}
        aria-label={t`Add task to ${statusName}`}
        onClick={() => setTitle('')}
      >
        <IconPlus size={15} stroke={1.8} aria-hidden="true" />
        <Trans>Add task</Trans>
      </button>
    );
  }
  return (
    <textarea
      className={styles.addField}
      value={title}
      rows={1}
      data-kept
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
      autoFocus
      maxLength={LIMITS.taskTitle}
      placeholder={t`What needs doing?`}
      aria-label={t`New task in ${statusName}`}
      // What a reload brought back is gone on with at its end.
      onFocus={({ currentTarget: field }) => field.setSelectionRange(title.length, title.length)}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onBlur={() => {
        if (isUntouched.current) return;
        add();
        setTitle(null);
      }}
      onPointerDown={() => {
        isUntouched.current = false;
      }}
      onKeyDown={(event) => {
        isUntouched.current = false;
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          add();
          setTitle('');
        } else if (event.key === 'Escape') {
          setTitle(null);
          requestAnimationFrame(() => button.current?.focus());
        }
      }}
    />
  );
}
