import '@mantine/core/styles/Overlay.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { clsx } from 'clsx';
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode, type Ref } from 'react';
import styles from './picker.module.css';
import { backdropClass, SheetHandle, sheetClass, useIsSheet } from './sheet.tsx';

export interface PickerOption {
  value: string;
  label: string;
  icon?: ReactNode;
  /** What else there is to know, in a line below. */
  hint?: string;
  /** It stays in sight; the hint says why. */
  isDisabled?: boolean;
  /** What it is set to now, at the end of the line. */
  aside?: string;
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

interface PickerProps {
  /** Says what is picked; read out with the present value. */
  label: string;
  options: readonly PickerOption[];
  selected: readonly string[];
  onPick: (value: string) => void;
  /** Stays open after a pick, which then turns one value on or off. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** Offers to make what is typed and not there. */
  making?: Making | undefined;
  /** Has a field to narrow the options, however few they are. */
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

/** From so many options on, a field to narrow them appears. */
const SEARCH_FROM = 8;
/** So many are listed; a letter more finds the others. */
const MOST_SHOWN = 200;
/** The value of the line that makes what was typed; options have ids or words. */
const MAKE = '+';

/** A quiet button that shows a value and opens the list of the others. */
export function Picker({
  label,
  options,
  selected,
  onPick,
  isMultiple = false,
  isDisabled = false,
  making,
  isSearchable = false,
  step = '',
  onBack,
  startsOpen = false,
  onClose,
  buttonRef,
  isFramed = false,
  showsValue = true,
  children,
}: PickerProps) {
  const { t } = useLingui();
  const isSheet = useIsSheet();
  const [search, setSearch] = useState('');
  // A panel has thirty of these: their lists, some of hundreds of lines, are there once they were opened.
  const [wasOpened, setWasOpened] = useState(false);
  const combobox = useCombobox({
    onDropdownOpen() {
      setWasOpened(true);
      combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // At once: Mantine's own way is a timer, which takes the focus away from what was pressed or typed into meanwhile.
      combobox.targetRef.current?.focus();
      setSearch('');
      onClose?.();
    },
  });
  const openAtFirst = useEffectEvent(() => {
    if (startsOpen) combobox.openDropdown();
  });
  useEffect(() => openAtFirst(), []);
  const beginList = useEffectEvent((_step: string) => {
    if (!combobox.dropdownOpened) return;
    combobox.selectFirstOption();
    combobox.focusSearchInput();
  });
  useEffect(() => beginList(step), [step]);
  function goBack(): void {
    setSearch('');
    onBack?.();
  }
  // Once what was typed is listed: Enter takes the first of it.
  const selectFirst = useEffectEvent((typedNow: string) => {
    if (typedNow !== '') combobox.selectFirstOption();
  });
  useEffect(() => selectFirst(search), [search]);
  // Escape closes only the list, not the panel or dialog around it.
  function closeOnEscape(event: React.KeyboardEvent): void {
    if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
    event.preventDefault();
    event.stopPropagation();
    combobox.closeDropdown();
  }
  const words = search.trim().toLocaleLowerCase();
  const shown = options
    .filter((option) => option.label.toLocaleLowerCase().includes(words))
    .slice(0, MOST_SHOWN);
  // At once: Mantine's own way is a timer, which forgets the option that what was typed meanwhile has led to.
  const beginAtChosen = useEffectEvent((isOpen: boolean) => {
    const chosen = shown.findIndex(({ value }) => selected.includes(value));
    if (isOpen && search === '') combobox.updateSelectedOptionIndex(chosen);
  });
  useEffect(() => beginAtChosen(combobox.dropdownOpened), [combobox.dropdownOpened]);
  const hasSearch = isSearchable || options.length >= SEARCH_FROM || making !== undefined;
  const typed = search.trim().replaceAll(/\s+/g, ' ');
  const made = making === undefined || typed === '' ? null : making.name(typed);
  const canMake =
    made !== null &&
    !options.some((option) => option.label.toLocaleLowerCase() === typed.toLocaleLowerCase());
  return (
    <Combobox
      store={combobox}
      width={250}
      position="bottom-start"
      offset={4}
      disabled={isDisabled}
      withOverlay={isSheet}
      overlayProps={{ className: backdropClass, backgroundOpacity: 0 }}
      classNames={{
        dropdown: clsx(styles.dropdown, sheetClass),
        option: styles.option,
        search: styles.search,
        empty: styles.none,
      }}
      onOptionSubmit={(value) => {
        if (value === MAKE) making?.make(typed);
        else onPick(value);
        if (search !== '') setSearch('');
        if (!isMultiple) combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          ref={buttonRef}
          type="button"
          className={styles.button}
          data-framed={isFramed || undefined}
          disabled={isDisabled}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
          onKeyDown={closeOnEscape}
        >
          {showsValue && <span className="hidden-text">{label}: </span>}
          {children}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {wasOpened && (
          <>
            <SheetHandle onClose={() => combobox.closeDropdown()} />
            {onBack !== undefined && (
              <button type="button" className={styles.back} onClick={goBack}>
                <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
                <span className="hidden-text">
                  <Trans>Back</Trans>
                </span>
                {label}
              </button>
            )}
            {hasSearch && (
              <Combobox.Search
                value={search}
                role="combobox"
                aria-expanded={combobox.dropdownOpened}
                aria-label={t`Find in ${label}`}
                placeholder={making?.placeholder ?? t`Find…`}
                maxLength={making?.maxLength}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && search === '' && onBack !== undefined) {
                    event.preventDefault();
                    goBack();
                  }
                  if (event.key !== 'Escape') return;
                  // The list may be closed by this very key already: in its own field it never goes further.
                  event.preventDefault();
                  event.stopPropagation();
                  combobox.closeDropdown();
                }}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <Combobox.Options aria-label={label} className={styles.options}>
              {shown.length === 0 && !canMake && (typed !== '' || making === undefined) && (
                <Combobox.Empty>
                  <Trans>Nothing found</Trans>
                </Combobox.Empty>
              )}
              {shown.map((option) => (
                <Combobox.Option
                  key={option.value}
                  value={option.value}
                  active={selected.includes(option.value)}
                  disabled={option.isDisabled}
                >
                  <span className={styles.icon}>{option.icon}</span>
                  <span className={styles.label}>
                    {option.label}
                    {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
                  </span>
                  {option.aside !== undefined && <span className={styles.aside}>{option.aside}</span>}
                  {selected.includes(option.value) && <IconCheck size={15} aria-hidden="true" />}
                  {option.hasMore === true && (
                    <IconChevronRight size={15} className={styles.more} aria-hidden="true" />
                  )}
                </Combobox.Option>
              ))}
              {canMake && (
                <Combobox.Option value={MAKE}>
                  <span className={styles.icon}>
                    <IconPlus size={15} aria-hidden="true" />
                  </span>
                  <span className={styles.label}>{made}</span>
                </Combobox.Option>
              )}
            </Combobox.Options>
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
