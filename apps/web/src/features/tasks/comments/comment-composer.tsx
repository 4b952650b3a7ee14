import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type RefObject } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Keys } from '#ui/keyboard/keys.tsx';
import {
  findTyped,
  MentionList,
  mentionOptionId,
  toStoredText,
  useMentionable,
} from '#features/mentions/index.ts';
import styles from './comment.module.css';

interface CommentComposerProps {
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
  const formats = useFormats();
  const { value, onChange, onSend, onLeave, fieldRef } = props;
  const [caret, setCaret] = useState<number | null>(null);
  const [activeAt, setActiveAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [errorMessage, setErrorMessage] = useState('');
  const typed = caret === null ? null : findTyped(value, caret);
  const { found, everybody, viewerIds } = useMentionable(
    props.projectId,
    typed?.typed ?? null,
    value.includes('@'),
  );
  const isOpen = typed !== null && found.length > 0;
  const active = Math.min(activeAt, found.length - 1);
  const isEmpty = value.trim() === '';

  function type(text: string, at: number | null): void {
    onChange(text);
    setCaret(at);
    setActiveAt(0);
    setErrorMessage('');
  }

  function pick(at: number): void {
    const person = found[at];
    const field = fieldRef.current;
    if (typed === null || person === undefined || field === null) return;
    if (!person.canSee) {
      setErrorMessage(t`${person.name} can’t see this task.`);
      return;
    }
    const before = `${value.slice(0, typed.from)}@${person.name} `;
    const rest = value.slice(caret ?? value.length).replace(/^ /, '');
    setChosen(new Set([...chosen, person.id]));
    type(before + rest, null);
    field.focus();
    // Deferred until the field has its new content.
    queueMicrotask(() => field.setSelectionRange(before.length, before.length));
  }

  function send(): void {
    if (isEmpty) return;
    const body = toStoredText(value.trim(), everybody, chosen);
    const mentioned = new Set(listMentions(body));
    const unseeing = everybody.filter(({ id }) => mentioned.has(id) && viewerIds?.has(id) === false);
    const names = formats.list(unseeing.map((person) => person.name));
    if (names !== '') {
      setErrorMessage(
        t`Not sent: ${names} can’t see this task. Give them access to its project or remove the mention.`,
      );
      return;
    }
    if (body.length > LIMITS.commentBody) {
      setErrorMessage(t`Not sent: the comment is too long.`);
      return;
    }
    setChosen(new Set());
    setErrorMessage('');
    onSend(body);
  }

  function press(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isSend = event.key === 'Enter' && (event.metaKey || event.ctrlKey);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (isSend) send();
    else if (isOpen && step !== undefined) setActiveAt((active + step + found.length) % found.length);
    else if (isOpen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(active);
    else if (isOpen && event.key === 'Escape') setCaret(null);
    else if (event.key === 'Escape') onLeave();
    else if (event.key === 'ArrowUp' && value === '' && onUpAtStart !== undefined) onUpAtStart();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
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
            onChange={({ currentTarget: field }) => type(field.value, field.selectionStart)}
            onSelect={({ currentTarget: field }) => {
              const isPlain = field.selectionStart === field.selectionEnd;
              // After Escape or a selection, only typing reopens the list.
              if (caret !== null) setCaret(isPlain ? field.selectionStart : null);
            }}
            onBlur={() => setCaret(null)}
            onKeyDown={press}
          />
        </Popover.Target>
        <Popover.Dropdown className={styles.mentions}>
          <MentionList people={found} active={active} unseeing={t`Can’t see this task`} onPick={pick} />
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
