import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { useLingui } from '@lingui/react/macro';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { askAssistant } from './assistant.actions.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { deliverTyped } from '#ui/lazy/type-ahead.ts';
import { chatDoor, useChatDoor } from './chat-door.ts';
import styles from './composer.module.css';

interface ComposerProps {
  placeholder: string;
  onSend: (text: string) => void;
  /** Set while an answer is streaming. The stream can be stopped and blocks sending. */
  onStop?: (() => void) | undefined;
  onFocus?: () => void;
}

/** The last handled focus request. No other field may handle it again. */
let handledFocusRequest = 0;

/** The assistant's composer. Enter sends, Shift+Enter inserts a line break, and Escape stops the answer. */
export function Composer({ placeholder, onSend, onStop, onFocus }: ComposerProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useChatDoor((door) => door.draft);
  // Forces a re-render for text typed before the first effects have subscribed to the draft.
  const [, redraw] = useState('');
  const focusRequest = useChatDoor((door) => door.focusRequests);
  useEffect(() => {
    if (focusRequest === handledFocusRequest) return;
    handledFocusRequest = focusRequest;
    field.current?.focus();
    deliverTyped(field.current);
  }, [focusRequest]);
  const isEmpty = draft.trim() === '';

  function send(): void {
    if (isEmpty || onStop !== undefined) return;
    chatDoor.set({ draft: '' });
    onSend(draft.trim());
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && onStop !== undefined) {
      event.preventDefault();
      onStop();
    }
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        dir="auto"
        aria-label={t`Ask or command`}
        placeholder={placeholder}
        maxLength={ASSISTANT_LIMITS.text}
        value={draft}
        onChange={({ currentTarget: { value } }) => {
          chatDoor.set({ draft: value });
          redraw(value);
        }}
        onKeyDown={handleKey}
        onFocus={onFocus}
      />
      {onStop === undefined ? (
        <IconButton
          type="submit"
          label={t`Send`}
          shortcut={isEmpty ? askAssistant : undefined}
          className={styles.send}
          disabled={isEmpty}
          size={32}
        >
          <IconArrowUp size={18} stroke={2} />
        </IconButton>
      ) : (
        <IconButton label={t`Stop`} shortcut="escape" className={styles.send} size={32} onClick={onStop}>
          <IconPlayerStopFilled size={15} />
        </IconButton>
      )}
    </form>
  );
}
