import { useMergedRef } from '@mantine/hooks';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { HoldsTyping, lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { ListHandle, PickerListProps } from './picker-list.tsx';
import styles from './picker.module.css';

/** The list and its library are prefetched on intent and stay mounted once opened. */
const PickerList = lazyOnIntentFor<PickerListProps>(
  async () => (await import('./picker-list.tsx')).PickerList,
);

export interface PickerOption {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Further information, shown below the label. */
  hint?: string;
  /** Whether the option is disabled. The hint then states the reason. */
  isDisabled?: boolean;
  /** The current setting, shown at the end of the row. */
  aside?: ReactNode;
  /** Whether the option opens another list. */
  hasMore?: boolean;
}

/** How to create an option that does not exist. */
interface Making {
  placeholder: string;
  maxLength: number;
  /** The label of the row that creates the option. Null if the typed value is not valid. */
  name: (typed: string) => string | null;
  make: (typed: string) => void;
}

export interface PickerProps {
  /** Describes the value to pick. Together with the current value, it forms the accessible name. */
  label: string;
  options: readonly PickerOption[];
  selected: readonly string[];
  onPick: (value: string) => void;
  /** Multi-select. The list stays open after a pick. Each pick toggles one value. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** If set, the picker offers to create the typed value if it does not exist. */
  making?: Making | undefined;
  /** Whether to show a search field even for few options. */
  isSearchable?: boolean;
  /** Must change when one list replaces another. */
  step?: string;
  /** Returns to the previous list. Also called on Backspace in an empty search field. */
  onBack?: (() => void) | undefined;
  /** Whether the list opens on mount. */
  startsOpen?: boolean;
  onClose?: () => void;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  /** Whether the picker looks like a field, for forms and settings. */
  isFramed?: boolean;
  /** False if the button shows its own label instead of the picked value. */
  showsValue?: boolean;
  children: ReactNode;
}

/**
 * A select: an unobtrusive button that shows a value and opens the list of options. The library is lazy-loaded on first use because a panel
 * with thirty pickers must open within a frame.
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
  const handle = useRef<ListHandle>(null);
  function toggle(): void {
    if (handle.current !== null) return handle.current.toggle();
    setWasOpened(true);
    setIsOpen(!isOpen);
  }
  function handleKey(event: React.KeyboardEvent<HTMLElement>): void {
    if (handle.current !== null) return handle.current.handleKey(event);
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
        // Escape closes the list but not the dialog around the button.
        data-mantine-stop-propagation={isOpen || undefined}
        onClick={({ currentTarget }) => {
          // Focus the button even if a shortcut of the panel opened the list: the following keys must go to the list.
          currentTarget.focus();
          toggle();
        }}
        onKeyDown={handleKey}
      >
        {showsValue && <span className="hidden-text">{list.label}: </span>}
        {children}
      </button>
      {wasOpened && (
        <PickerList
          {...list}
          handle={handle}
          target={button}
          isDisabled={isDisabled}
          startsOpen={isOpen}
          onChange={setIsOpen}
          isWanted
          standIn={isOpen ? <HoldsTyping /> : null}
        />
      )}
    </>
  );
}
