import { useMergedRef } from '@mantine/hooks';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { ListHand, PickerListProps } from './picker-list.tsx';
import styles from './picker.module.css';

/** The list and the library under it are prefetched on intent, and stay mounted once opened. */
const PickerList = lazyOnIntentFor<PickerListProps>(
  async () => (await import('./picker-list.tsx')).PickerList,
);

export interface PickerOption {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Further information, in a line below. */
  hint?: string;
  /** Disabled; the hint gives the reason. */
  isDisabled?: boolean;
  /** The current setting, at the end of the line. */
  aside?: ReactNode;
  /** Opens another list. */
  hasMore?: boolean;
}

/** How an option that does not exist is created. */
interface Making {
  placeholder: string;
  maxLength: number;
  /** The label of the line that creates it; null if the typed text is not valid. */
  name: (typed: string) => string | null;
  make: (typed: string) => void;
}

export interface PickerProps {
  /** What is picked; the accessible name together with the current value. */
  label: string;
  options: readonly PickerOption[];
  selected: readonly string[];
  onPick: (value: string) => void;
  /** Multi-select: stays open after a pick, which toggles one value. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** Offers to create the typed value if it does not exist. */
  making?: Making | undefined;
  /** Always shows a search field, even for few options. */
  isSearchable?: boolean;
  /** Changes when one list replaces another in the same place. */
  step?: string;
  /** Returns to the previous list; Backspace does so, too. */
  onBack?: (() => void) | undefined;
  /** Opens on mount. */
  startsOpen?: boolean;
  onClose?: () => void;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  /** Looks like a field, for forms and settings. */
  isFramed?: boolean;
  /** False if the button shows its own label instead of the picked value. */
  showsValue?: boolean;
  children: ReactNode;
}

/**
 * A select: a quiet button that shows a value and opens the list of options. A panel has thirty of these and opens in a frame: the library
 * is lazy-loaded on first use.
 */
export function Picker({
  buttonRef,
  isDisabled = false,
  startsOpen = false,
  isFramed = false,
  showsValue = true,
  children,
  ...list
}: PickerProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [wasOpened, setWasOpened] = useState(startsOpen);
  const hand = useRef<ListHand>(null);
  function toggle(): void {
    if (hand.current !== null) return hand.current.toggle();
    setWasOpened(true);
    setIsOpen(!isOpen);
  }
  function takeKey(event: React.KeyboardEvent<HTMLElement>): void {
    if (hand.current !== null) return hand.current.takeKey(event);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    toggle();
  }
  return (
    <>
      <button
        ref={useMergedRef(buttonRef, setButton)}
        type="button"
        className={styles.button}
        data-framed={isFramed || undefined}
        disabled={isDisabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        // Escape closes the list, but not the dialog around the button.
        data-mantine-stop-propagation={isOpen || undefined}
        onClick={({ currentTarget }) => {
          // Also for a press by a key of the panel: the keys that follow are for the list.
          currentTarget.focus();
          toggle();
        }}
        onKeyDown={takeKey}
      >
        {showsValue && <span className="hidden-text">{list.label}: </span>}
        {children}
      </button>
      {wasOpened && (
        <PickerList
          {...list}
          hand={hand}
          target={button}
          isDisabled={isDisabled}
          startsOpen={isOpen}
          onChange={setIsOpen}
          isWanted
          standIn={null}
        />
      )}
    </>
  );
}
