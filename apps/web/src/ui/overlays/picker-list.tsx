import '@mantine/core/styles/Overlay.layer.css';
import { foldName, foldWord } from '@hearth/contracts/core/fold';
import { Trans, useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { clsx } from 'clsx';
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { Anchor } from '#ui/lazy/anchor.tsx';
import { isOptionFound } from './is-option-found.ts';
import type { PickerProps } from './picker.tsx';
import styles from './picker.module.css';
import { backdropClass, SheetHandle, sheetClass, useIsSheet } from './bottom-sheet.tsx';

/** The handlers through which the button controls its list once the list is loaded. */
export interface ListHandle {
  toggle: () => void;
  handleKey: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface PickerListProps extends Omit<
  PickerProps,
  'buttonRef' | 'isFramed' | 'showsValue' | 'children'
> {
  handle: RefObject<ListHandle | null>;
  target: HTMLElement | null;
  isDisabled: boolean;
  startsOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Lists with at least this many options have a search field. */
const SEARCH_FROM = 8;
/** Maximum pause between typed characters that belong together. */
const TYPE_AHEAD_MS = 700;
/** Maximum number of listed options. Typing more finds further options. */
const MAX_SHOWN = 200;
/** The value of the row that creates the typed option. No option has this id. */
const MAKE = '+';

/** Picker list: a popover anchored to its button, or a bottom sheet on phones. */
export function PickerList({
  handle,
  target,
  label,
  options,
  selected,
  onPick,
  isMultiple = false,
  isDisabled,
  making,
  isSearchable = false,
  step = '',
  onBack,
  startsOpen,
  onChange,
  onClose,
}: PickerListProps) {
  const { t } = useLingui();
  const isSheet = useIsSheet();
  const listId = useId();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onOpenedChange: onChange,
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      // Synchronous because Mantine's timer would steal focus from an element that is pressed or typed into in the meantime.
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
  // Runs after the entered text has been applied to the list so that Enter picks the first option.
  const selectFirst = useEffectEvent((typedNow: string) => {
    if (typedNow !== '') combobox.selectFirstOption();
  });
  useEffect(() => selectFirst(search), [search]);
  const typedAhead = useRef({ text: '', at: -Infinity });
  /** Selects the first option that begins with the characters typed in quick succession. */
  function typeAhead({ key, timeStamp }: KeyboardEvent<HTMLElement>): void {
    const { text, at } = typedAhead.current;
    typedAhead.current = { text: timeStamp - at < TYPE_AHEAD_MS ? text + key : key, at: timeStamp };
    const beginning = foldWord(typedAhead.current.text);
    const found = shown.findIndex(
      (option) => !option.isDisabled && foldWord(option.label).startsWith(beginning),
    );
    if (found !== -1) combobox.selectOption(found);
  }
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const { key, ctrlKey, metaKey } = event;
    const isCharacter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
    if (!combobox.dropdownOpened || (key !== 'Escape' && (!isCharacter || hasSearch))) return;
    event.preventDefault();
    event.stopPropagation();
    // Escape closes only the list, not the panel or dialog around it.
    if (isCharacter) typeAhead(event);
    else combobox.closeDropdown();
  }
  const query = foldWord(search.trim());
  const shown = options.filter((option) => isOptionFound(option, query)).slice(0, MAX_SHOWN);
  // Synchronous because Mantine's timer would reset an option selected by typing in the meantime.
  const beginAtChosen = useEffectEvent((isOpen: boolean) => {
    const chosen = shown.findIndex(({ value }) => selected.includes(value));
    if (isOpen && search === '') combobox.updateSelectedOptionIndex(chosen);
  });
  useEffect(() => beginAtChosen(combobox.dropdownOpened), [combobox.dropdownOpened]);
  // The library selects by index, and remote changes shift the indexes.
  const listed = shown.map(({ value }) => value).join(' ');
  const keepSelected = useEffectEvent((_listed: string) => {
    if (!combobox.dropdownOpened) return;
    const lines = [...document.querySelectorAll(`#${combobox.listId} [data-combobox-option]`)];
    const at = lines.findIndex((line) => line.hasAttribute('data-combobox-selected'));
    if (at !== -1) combobox.updateSelectedOptionIndex(at);
    else if (search !== '') combobox.selectFirstOption();
  });
  useEffect(() => keepSelected(listed), [listed]);
  const hasSearch = isSearchable || options.length >= SEARCH_FROM || making !== undefined;
  const typed = search.trim().replaceAll(/\s+/g, ' ');
  const createLabel = making === undefined || typed === '' ? null : making.name(typed);
  const canMake =
    createLabel !== null && !options.some((option) => foldName(option.label) === foldName(typed));
  return (
    <Combobox
      store={combobox}
      width={280}
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
        <ListTarget
          at={target}
          handle={handle}
          onToggle={() => combobox.toggleDropdown()}
          onKeyDown={handleKey}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
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
            // The library assigns the list's id only in the next frame.
            aria-controls={combobox.dropdownOpened ? listId : undefined}
            aria-label={t`Search ${label}`}
            placeholder={making?.placeholder ?? t`Search…`}
            maxLength={making?.maxLength}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && search === '' && onBack !== undefined) {
                event.preventDefault();
                goBack();
              }
              if (event.key !== 'Escape') return;
              // This key may already have closed the list and must not propagate out of the list's field.
              event.preventDefault();
              event.stopPropagation();
              combobox.closeDropdown();
            }}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Combobox.Options id={listId} aria-label={label} className={styles.options}>
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
              <span className={styles.label}>{createLabel}</span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ListTargetProps {
  at: HTMLElement | null;
  handle: RefObject<ListHandle | null>;
  onToggle: () => void;
  /** The library's key handler. It also calls the given handler. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  ref?: Ref<HTMLElement | null>;
}

/** Represents the button in the library's tree and passes on the library's key handler. */
function ListTarget({ at, handle, onToggle, onKeyDown, ref }: ListTargetProps) {
  useImperativeHandle(handle, () => ({ toggle: onToggle, handleKey: onKeyDown }));
  return <Anchor at={at} ref={ref} />;
}
