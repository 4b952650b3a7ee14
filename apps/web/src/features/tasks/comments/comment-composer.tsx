import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { MentionList, mentionOptionId } from '#features/mentions/index.ts';
import { useComposer } from './use-composer.ts';
import styles from './comment.module.css';

export interface CommentComposerProps {
  label: string;
  placeholder: string;
  /** The current text in display form. */
  value: string;
  onChange: (value: string) => void;
  projectId: string | null;
  /** Called with the comment in its stored form. */
  onSend: (body: string) => void;
  /** Called on Escape, and by a button if `canCancel`. */
  onLeave: () => void;
  canCancel?: boolean;
  sendLabel: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  isFocusedAtOnce?: boolean;
  /** Called on Arrow Up in an empty field. */
  onUpAtStart?: () => void;
}

/** Comment composer. @ suggests members. Ctrl/⌘+Enter sends. */
export function CommentComposer({ onUpAtStart, canCancel = false, ...props }: CommentComposerProps) {
  const { t } = useLingui();
  const { value, onLeave, fieldRef } = props;
  const { mentions, errorMessage, isEmpty, ...acts } = useComposer(props);
  const { isOpen, found, active } = mentions;

  const press = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isSend = event.key === 'Enter' && (event.metaKey || event.ctrlKey);
    if (isSend) acts.send();
    else if (!isOpen || !acts.pressInList(event)) {
      if (event.key === 'Escape') onLeave();
      else if (event.key === 'ArrowUp' && value === '' && onUpAtStart !== undefined) onUpAtStart();
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        acts.send();
      }}
    >
      <Popover
        opened={isOpen}
        position="top-start"
        width={280}
        offset={6}
        trapFocus={false}
        returnFocus={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        withRoles={false}
      >
        <Popover.Target>
          <textarea
            ref={fieldRef}
            className={styles.field}
            aria-label={props.label}
            placeholder={props.placeholder}
            value={value}
            rows={1}
            data-kept
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
            autoFocus={props.isFocusedAtOnce ?? false}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isOpen ? 'mentions' : undefined}
            aria-activedescendant={isOpen ? mentionOptionId(found[active]?.id ?? '') : undefined}
            aria-invalid={errorMessage !== '' || undefined}
            onChange={({ currentTarget: field }) => acts.type(field.value, field.selectionStart)}
            onSelect={({ currentTarget: field }) => acts.noteCaret(field)}
            onBlur={acts.closeList}
            onKeyDown={press}
          />
        </Popover.Target>
        <Popover.Dropdown className={styles.mentions}>
          <MentionList people={found} active={active} unseeing={t`Can’t see this task`} onPick={acts.pick} />
        </Popover.Dropdown>
      </Popover>
      {errorMessage !== '' && (
        <p className={styles.trouble} role="alert">
          {errorMessage}
        </p>
      )}
      {(!isEmpty || canCancel) && (
        <div className={styles.send}>
          {canCancel && (
            <Button variant="subtle" size="small" onClick={onLeave}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Keys shortcut="mod+enter" />
          <Button type="submit" size="small" disabled={isEmpty}>
            {props.sendLabel}
          </Button>
        </div>
      )}
    </form>
  );
}
