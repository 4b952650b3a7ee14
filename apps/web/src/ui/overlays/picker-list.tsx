import '@mantine/core/styles/Overlay.layer.css';
import { foldName, foldWord } from '@hearth/contracts/core/fold';
import { Trans, useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox, type ComboboxStore } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { clsx } from 'clsx';
import { IconChevronLeft } from '@tabler/icons-react';
import { useImperativeHandle, useState, type KeyboardEvent, type Ref, type RefObject } from 'react';
import { Anchor } from '#ui/lazy/anchor.tsx';
import { isOptionFound } from './is-option-found.ts';
import { MAKE, PickerOptions } from './picker-options.tsx';
import type { PickerOption, PickerProps } from './picker.tsx';
import { useListSelection } from './use-list-selection.ts';
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
/** Maximum number of listed options. Typing more finds further options. */
const MAX_SHOWN = 200;

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
  function goBack(): void {
    setSearch('');
    onBack?.();
  }
  const shown = filterOptions(options, foldWord(search.trim()));
  const hasSearch = isSearchable || options.length >= SEARCH_FROM || making !== undefined;
  const typeAhead = useListSelection({
    list: combobox,
    shown,
    chosen: selected,
    search,
    step,
    startsOpen,
    hasSearch,
  });
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
  const typed = search.trim().replaceAll(/\s+/g, ' ');
  const createLabel = nameNew(typed, options, making);
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
          <PickerSearch
            {...{ listId, label, search, making }}
            list={combobox}
            onSearch={setSearch}
            onBack={onBack === undefined ? undefined : goBack}
          />
        )}
        <PickerOptions
          id={listId}
          label={label}
          shown={shown}
          chosen={selected}
          createLabel={createLabel}
          saysNothingFound={createLabel === null && (typed !== '' || making === undefined)}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function filterOptions(options: PickerListProps['options'], query: string): readonly PickerOption[] {
  return options.filter((option) => isOptionFound(option, query)).slice(0, MAX_SHOWN);
}

/** Returns the label of the row that creates the typed option. Null if nothing can be created, or the option exists. */
function nameNew(
  typed: string,
  options: PickerListProps['options'],
  making: PickerListProps['making'],
): string | null {
  const exists = options.some((option) => foldName(option.label) === foldName(typed));
  return making === undefined || typed === '' || exists ? null : making.name(typed);
}

interface PickerSearchProps extends Pick<PickerProps, 'label' | 'making' | 'onBack'> {
  list: ComboboxStore;
  listId: string;
  search: string;
  onSearch: (search: string) => void;
}

function PickerSearch({ list, listId, label, search, making, onSearch, onBack }: PickerSearchProps) {
  const { t } = useLingui();
  return (
    <Combobox.Search
      value={search}
      role="combobox"
      aria-expanded={list.dropdownOpened}
      // The library assigns the list's id only in the next frame.
      aria-controls={list.dropdownOpened ? listId : undefined}
      aria-label={t`Search ${label}`}
      placeholder={making?.placeholder ?? t`Search…`}
      maxLength={making?.maxLength}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && search === '' && onBack !== undefined) {
          event.preventDefault();
          onBack();
        }
        if (event.key !== 'Escape') return;
        // This key may already have closed the list and must not propagate out of the list's field.
        event.preventDefault();
        event.stopPropagation();
        list.closeDropdown();
      }}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
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
