import { foldName, foldWord } from '@hearth/contracts/core/fold';
import { clsx } from 'clsx';
import { useLingui, Trans } from '@lingui/react/macro';
import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { isOptionFound } from './is-option-found.ts';
import styles from './choose-dialog.module.css';

export interface Choice {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Further information, shown below the label. */
  hint?: string;
  /** Whether all selected items have the value, or only some (indeterminate). */
  checked?: 'all' | 'some' | undefined;
}

export interface ChooseDialogProps {
  title: string;
  /** Names the values in the list. Used in the accessible names of the list and its search field. */
  label: string;
  choices: readonly Choice[];
  /** Multi-select. The dialog stays open, and each pick toggles a value. */
  isMultiple?: boolean;
  /** Whether the list starts at the value that all items have. True if a pick replaces the value. False if a pick would remove it. */
  startsOnChecked?: boolean;
  /** Offers what was typed as a further choice. `name` is its label, or null if it is not valid. */
  making?:
    | { maxLength: number; name: (typed: string) => string | null; make: (typed: string) => void }
    | undefined;
  onPick: (value: string) => void;
  onClose: () => void;
  /** Content below the list. */
  children?: ReactNode;
}

/** A filterable list of values in a dialog. Used for shortcuts that work wherever focus is. */
export function ChooseDialog({ title, onClose, ...rest }: ChooseDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ChooseList {...rest} onClose={onClose} />
    </Dialog>
  );
}

function ChooseList({
  label,
  choices,
  isMultiple = false,
  startsOnChecked = true,
  making,
  onPick,
  onClose,
  children,
}: Omit<ChooseDialogProps, 'title'>) {
  const { t } = useLingui();
  const id = useId();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(() =>
    startsOnChecked
      ? Math.max(
          0,
          choices.findIndex((one) => one.checked === 'all'),
        )
      : 0,
  );
  const query = foldWord(search.trim());
  const shown = choices.filter((choice) => isOptionFound(choice, query));
  const typed = search.trim().replaceAll(/\s+/g, ' ');
  const made = making === undefined || typed === '' ? null : making.name(typed);
  const canMake = made !== null && !choices.some((choice) => foldName(choice.label) === foldName(typed));
  const count = shown.length + (canMake ? 1 : 0);
  const at = Math.min(selected, count - 1);

  function choose(index: number): void {
    const choice = shown[index];
    if (choice !== undefined) onPick(choice.value);
    else if (canMake && index === shown.length) making?.make(typed);
    else return;
    if (isMultiple) setSearch('');
    else onClose();
  }

  return (
    <div className={styles.box}>
      <input
        className={styles.field}
        role="combobox"
        data-autofocus
        aria-label={t`Search ${label}`}
        placeholder={t`Search…`}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={making?.maxLength}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (event.nativeEvent.isComposing) return;
          if (step !== undefined && count > 0) {
            event.preventDefault();
            setSelected((at + step + count) % count);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            choose(at);
          }
        }}
      />
      <div
        role="listbox"
        id={id}
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className={styles.list}
      >
        {shown.map((choice, index) => (
          <Line
            key={choice.value}
            id={`${id}-${index}`}
            isMarked={index === at}
            isSelected={choice.checked === 'all'}
            onPoint={() => setSelected(index)}
            onChoose={() => choose(index)}
          >
            <span className={styles.icon}>{choice.icon}</span>
            <span className={clsx(styles.name, 'one-line')}>
              {choice.label}
              {choice.hint !== undefined && <span className={styles.hint}> {choice.hint}</span>}
            </span>
            {choice.checked === 'all' && <IconCheck size={16} aria-hidden="true" />}
            {choice.checked === 'some' && <IconMinus size={16} aria-label={t`Some have it`} />}
          </Line>
        ))}
        {canMake && (
          <Line
            id={`${id}-${shown.length}`}
            isMarked={at === shown.length}
            isSelected={false}
            onPoint={() => setSelected(shown.length)}
            onChoose={() => choose(shown.length)}
          >
            <span className={styles.icon}>
              <IconPlus size={16} aria-hidden="true" />
            </span>
            <span className={clsx(styles.name, 'one-line')}>{made}</span>
          </Line>
        )}
      </div>
      {count === 0 && (
        <p className={styles.nothing} role="status">
          <Trans>Nothing found</Trans>
        </p>
      )}
      {children}
    </div>
  );
}

interface LineProps {
  id: string;
  isMarked: boolean;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}

function Line({ id, isMarked, isSelected, onPoint, onChoose, children }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles keys; this option is its active descendant
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isSelected}
      data-marked={isMarked || undefined}
      tabIndex={-1}
      className={styles.line}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
