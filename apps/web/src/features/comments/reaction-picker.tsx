import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { FIRST_REACTIONS, isEmoji } from '@hearth/contracts/rich-text/comment-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import styles from './comment.module.css';

/** A small set to react with, and a field for any other emoji. */
export function ReactionPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  function pick(emoji: string): void {
    setIsOpen(false);
    setTyped('');
    onPick(emoji);
  }

  // Escape closes only this, not the panel around it.
  function closeOnEscape(event: React.KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setIsOpen(false);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <IconButton
          label={t`React`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          onKeyDown={closeOnEscape}
        >
          <IconMoodPlus size={17} stroke={1.7} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`React`} onKeyDown={closeOnEscape}>
        <div className={styles.emojiGrid}>
          {FIRST_REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              aria-label={t`React with ${emoji}`}
              onClick={() => pick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
        <form
          className={styles.emojiForm}
          onSubmit={(event) => {
            event.preventDefault();
            const emoji = typed.trim();
            if (isEmoji(emoji)) pick(emoji);
            else setIsWrong(true);
          }}
        >
          <input
            className={styles.emojiField}
            aria-label={t`Another emoji`}
            placeholder={t`Another emoji`}
            value={typed}
            maxLength={40}
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setIsWrong(false);
            }}
          />
          {isWrong && (
            <p className={styles.trouble} role="alert">
              <Trans>Type a single emoji.</Trans>
            </p>
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
