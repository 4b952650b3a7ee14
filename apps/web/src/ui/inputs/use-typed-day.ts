import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react';

type InputProps = Pick<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDownCapture' | 'onPointerDown'
>;

const EDITING_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Backspace', 'Delete']);

/**
 * Returns the props of a date input that commits a typed day once, on blur or Enter: every digit makes another valid day, such as a day in
 * the year 2 or 20. Escape discards the typed day. A day picked from the browser's calendar is committed at once.
 */
export function useTypedDay(value: string | null, onChange: (day: string | null) => void): InputProps {
  // Null while nothing is typed. Empty while a part of the day is missing.
  const [draft, setDraft] = useState<string | null>(null);
  // A table cell mounts the field while its first key is pressed, and the browser then types the key into the field.
  const isTyping = useRef(window.event instanceof KeyboardEvent && isEditingKey(window.event));

  function commit(isComplete: boolean): void {
    isTyping.current = false;
    setDraft(null);
    if (draft === null || draft === (value ?? '') || (draft === '' && !isComplete)) return;
    onChange(draft === '' ? null : expandYear(draft));
  }

  // Closing the panel while typing must not lose the day.
  const commitAtEnd = useEffectEvent(() => commit(false));
  useEffect(() => () => commitAtEnd(), []);

  return {
    value: draft ?? value ?? '',
    onChange({ currentTarget: { value: day } }) {
      setDraft(isTyping.current ? day : null);
      if (!isTyping.current) onChange(day === '' ? null : day);
    },
    onBlur: (event) => commit(!event.currentTarget.validity.badInput),
    onPointerDown() {
      isTyping.current = false;
    },
    // In the capture phase, so that handlers of ancestors, which submit on Enter, find the new day.
    onKeyDownCapture(event) {
      const { key } = event;
      if (key === 'Enter') commit(!event.currentTarget.validity.badInput);
      else if (key === 'Escape' && draft !== null) {
        event.preventDefault();
        event.stopPropagation();
        isTyping.current = false;
        setDraft(null);
      } else if (isEditingKey(event)) isTyping.current = true;
    },
  };
}

/** Whether a key changes a part of the day. Other keys leave the field or operate the browser's calendar. */
function isEditingKey({ key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>): boolean {
  return !altKey && (EDITING_KEYS.has(key) || (key.length === 1 && key !== ' '));
}

/** Expands a year that was typed with two digits: `0026-12-31` becomes `2026-12-31`. */
function expandYear(day: string): string {
  return day.startsWith('00') ? `20${day.slice(2)}` : day;
}
