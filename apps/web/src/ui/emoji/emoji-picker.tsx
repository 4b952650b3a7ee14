import { isEmoji } from '@hearth/contracts/rich-text/comment-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { findEmoji } from './emoji-names.ts';
import { useEmoji } from './use-emoji.ts';
import styles from './emoji-picker.module.css';

const MAX_FOUND = 40;

interface EmojiPickerProps {
  /** Emoji shown before a search. */
  common: readonly string[];
  chosen?: string | null;
  labelOf: (emoji: string) => string;
  onPick: (emoji: string) => void;
}

/** Offers common emoji and a search by name. Typed or pasted emoji are also offered. */
export function EmojiPicker({ common, chosen = null, labelOf, onPick }: EmojiPickerProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const all = useEmoji(query !== '');
  const found = isEmoji(query)
    ? [{ emoji: query, name: labelOf(query) }]
    : findEmoji(all, query, MAX_FOUND).map(({ emoji, name }) => ({ emoji, name }));
  const shown = query === '' ? common.map((emoji) => ({ emoji, name: labelOf(emoji) })) : found;
  return (
    <form
      className={styles.picker}
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first !== undefined) onPick(first.emoji);
      }}
    >
      <input
        className={styles.field}
        type="search"
        aria-label={t`Search emoji`}
        placeholder={t`Search emoji`}
        value={typed}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.grid}>
        {shown.map(({ emoji, name }) => (
          <button
            key={emoji}
            type="button"
            className={styles.emoji}
            aria-label={name}
            title={name}
            aria-pressed={chosen === null ? undefined : chosen === emoji}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      <p className={styles.none} role="status">
        {query !== '' && all.length > 0 && found.length === 0 && <Trans>No emoji found</Trans>}
      </p>
    </form>
  );
}
