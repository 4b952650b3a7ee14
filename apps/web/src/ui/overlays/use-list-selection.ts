import { foldWord } from '@hearth/contracts/core/fold';
import type { ComboboxStore } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { takeTyped } from '#ui/lazy/type-ahead.ts';
import type { PickerOption } from './picker.tsx';

/** Maximum pause between typed characters that belong together. */
const TYPE_AHEAD_MS = 700;

interface ListSelectionOptions {
  list: ComboboxStore;
  shown: readonly PickerOption[];
  /** Values of the chosen options. */
  chosen: readonly string[];
  search: string;
  step: string;
  startsOpen: boolean;
  /** Whether the list has a search field, which receives what is typed. */
  hasSearch: boolean;
}

/**
 * Keeps one option of an open picker list selected, for the keyboard: the chosen one at first, then the first one of each search and step.
 * @returns a handler that selects the first option that begins with the characters typed in quick succession
 */
export function useListSelection({
  list,
  shown,
  chosen,
  search,
  step,
  startsOpen,
  hasSearch,
}: ListSelectionOptions): (event: KeyboardEvent<HTMLElement>) => void {
  function selectTyped(text: string): void {
    const beginning = foldWord(text);
    const found = shown.findIndex(
      (option) => !option.isDisabled && foldWord(option.label).startsWith(beginning),
    );
    if (found !== -1) list.selectOption(found);
  }
  const openAtFirst = useEffectEvent(() => {
    if (startsOpen) list.openDropdown();
  });
  useEffect(() => openAtFirst(), []);
  const beginList = useEffectEvent((_step: string) => {
    if (!list.dropdownOpened) return;
    list.selectFirstOption();
    list.focusSearchInput();
  });
  useEffect(() => beginList(step), [step]);
  // Runs after the entered text has been applied to the list so that Enter picks the first option.
  const selectFirst = useEffectEvent((typedNow: string) => {
    if (typedNow !== '') list.selectFirstOption();
  });
  useEffect(() => selectFirst(search), [search]);
  // Synchronous because Mantine's timer would reset an option selected by typing in the meantime.
  const beginAtChosen = useEffectEvent((isOpen: boolean) => {
    const at = shown.findIndex(({ value }) => chosen.includes(value));
    if (!isOpen || search !== '') return;
    list.updateSelectedOptionIndex(at);
    // Text typed while the list was loading.
    const typed = hasSearch ? '' : takeTyped();
    if (typed !== '') selectTyped(typed);
  });
  useEffect(() => beginAtChosen(list.dropdownOpened), [list.dropdownOpened]);
  // The library selects by index, and remote changes shift the indexes.
  const listed = shown.map(({ value }) => value).join(' ');
  const keepSelected = useEffectEvent((_listed: string) => {
    if (!list.dropdownOpened) return;
    const lines = [...document.querySelectorAll(`#${list.listId} [data-combobox-option]`)];
    const at = lines.findIndex((line) => line.hasAttribute('data-combobox-selected'));
    if (at !== -1) list.updateSelectedOptionIndex(at);
    else if (search !== '') list.selectFirstOption();
  });
  useEffect(() => keepSelected(listed), [listed]);

  const typedAhead = useRef({ text: '', at: -Infinity });
  return ({ key, timeStamp }) => {
    const { text, at } = typedAhead.current;
    typedAhead.current = { text: timeStamp - at < TYPE_AHEAD_MS ? text + key : key, at: timeStamp };
    selectTyped(typedAhead.current.text);
  };
}
