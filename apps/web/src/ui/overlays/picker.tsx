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
  /** What else there is to know, in a line below. */
  hint?: string;
  /** Disabled; the hint says why. */
  isDisabled?: boolean;
  /** What it is set to now, at the end of the line. */
  aside?: ReactNode;
  /** Another list follows. */
  hasMore?: boolean;
}

/** How something is made that is not among the options. */
interface Making {
  placeholder: string;
  maxLength: number;
  /** What the line that makes it says; null where nothing can be made of what was typed. */
  name: (typed: string) => string | null;
  make: (typed: string) => void;
}

export interface PickerProps {
  /** Says what is picked; read out with the present value. */
  label: string;
  options: readonly PickerOption[];
  selected: readonly string[];
  onPick: (value: string) => void;
  /** Multi-select: stays open after a pick, which toggles one value. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** Offers to create what is typed and not there. */
  making?: Making | undefined;
  /** Has a search field, however few the options are. */
  isSearchable?: boolean;
  /** Changes when one list gives way to another in the same place. */
  step?: string;
  /** Leads to the list before; Backspace does, too. */
  onBack?: (() => void) | undefined;
  /** Open as soon as it is there. */
  startsOpen?: boolean;
  onClose?: () => void;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  /** Looks like a field, for forms and settings. */
  isFramed?: boolean;
  /** False where the button does not show what is picked, but says itself what it is for. */
  showsValue?: boolean;
  children: ReactNode;
}

/**
 * A select: a quiet button that shows a value and opens the list of the others. A panel has thirty of these
 * and opens in a frame: the library is lazy-loaded with the first use.
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
        // Escape closes the list, and not the dialog that the button stands in.
        data-mantine-stop-propagation={isOpen || undefined}
        onClick={({ currentTarget }) => {
          // Pressed by a key of the panel, too: the keys that follow are the list's.
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
