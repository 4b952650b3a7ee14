import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { FIRST_REACTIONS } from '@hearth/contracts/rich-text/comment-values';
import { useLingui } from '@lingui/react/macro';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';

/** Offers a few common emoji and a search for all emoji. */
export function ReactionPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);

  // Escape closes only the picker, not the surrounding panel.
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
        <EmojiPicker
          common={FIRST_REACTIONS}
          labelOf={(emoji) => t`React with ${emoji}`}
          onPick={(emoji) => {
            setIsOpen(false);
            onPick(emoji);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
