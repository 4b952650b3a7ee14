import { readDay } from '@hearth/contracts/quick-parser/read-days';
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { readFormatTag } from '#ui/format/reader.ts';
import { useToday } from '#ui/format/use-today.ts';

interface DayInputOptions {
  value: string | null;
  onChange: (day: string | null) => void;
  isNeeded: boolean;
  min: string | undefined;
  /** Moves the focus to the calendar. */
  onEnterCalendar: () => void;
}

interface DayInput {
  inputProps: Pick<
    ComponentProps<'input'>,
    'value' | 'onChange' | 'onClick' | 'onFocus' | 'onKeyDownCapture' | 'aria-expanded' | 'aria-invalid'
  >;
  isOpen: boolean;
  /** The typed day, or `value` if nothing is typed. Null for none. Undefined if the text is not a day, or one before `min`. */
  day: string | null | undefined;
  isTyping: boolean;
  pick: (day: string) => void;
  /** Commits the typed day and closes the calendar. Texts that are not a day are discarded. */
  leave: () => void;
  close: () => void;
}

/**
 * The state of a text field for a day, with a calendar. A typed day is committed once, on blur, Enter or unmount. Escape discards it. A day
 * picked from the calendar is committed at once.
 */
export function useDayInput({ value, onChange, isNeeded, min, onEnterCalendar }: DayInputOptions): DayInput {
  const formats = useFormats();
  const today = useToday();
  // Null while nothing is typed.
  const [draft, setDraft] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWrong, setIsWrong] = useState(false);

  const read = (text: string): string | null | undefined => {
    if (text.trim() === '') return isNeeded ? undefined : null;
    const day = readDay(text.trim(), today, readFormatTag());
    return day === null || (min !== undefined && day < min) ? undefined : day;
  };
  const day = draft === null ? value : read(draft);

  const close = (): void => {
    setDraft(null);
    setIsWrong(false);
    setIsOpen(false);
  };
  const leave = (): void => {
    close();
    if (day !== undefined && day !== value) onChange(day);
  };
  // Closing the panel while typing must not lose the day.
  const commitAtEnd = useEffectEvent(() => {
    if (day !== undefined && day !== value) onChange(day);
  });
  useEffect(() => () => commitAtEnd(), []);

  const handleKey = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if (key === 'ArrowDown') {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(true);
      onEnterCalendar();
    } else if (key === 'Escape' && (draft !== null || isOpen)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Enter' && day === undefined) {
      // Ancestors must not submit a text that is not a day.
      event.preventDefault();
      event.stopPropagation();
      setIsWrong(true);
    } else if (key === 'Enter') leave();
  };

  return {
    inputProps: {
      value: draft ?? (value === null ? '' : formats.calendarDay(value)),
      onChange({ currentTarget: { value: text } }) {
        setDraft(text);
        setIsWrong(false);
        setIsOpen(true);
      },
      onFocus: ({ currentTarget }) => currentTarget.select(),
      onClick({ currentTarget }) {
        if (draft === null) currentTarget.select();
        setIsOpen(true);
      },
      // In the capture phase, so that handlers of ancestors, which submit on Enter, find the new day.
      onKeyDownCapture: handleKey,
      'aria-expanded': isOpen,
      'aria-invalid': isWrong || undefined,
    },
    isOpen,
    day,
    isTyping: draft !== null,
    pick(picked) {
      close();
      if (picked !== value) onChange(picked);
    },
    leave,
    close,
  };
}
