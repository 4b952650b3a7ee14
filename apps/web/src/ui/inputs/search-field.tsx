import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  /** Whether the field is the main control of a screen. */
  isLarge?: boolean;
  isFocusedAtOnce?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  maxLength,
  isLarge = false,
  isFocusedAtOnce = false,
  onKeyDown,
}: SearchFieldProps) {
  return (
    <label className={styles.field} data-large={isLarge || undefined}>
      <IconSearch size={isLarge ? 18 : 16} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only for fields that are the main control of their screen
        autoFocus={isFocusedAtOnce}
        data-autofocus={isFocusedAtOnce || undefined}
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
