import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { useState, type KeyboardEvent } from 'react';
import { findTyped, toStoredText, useMentionable } from '#features/mentions/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { CommentComposerProps } from './comment-composer.tsx';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The text of a comment with the list of members to mention. */
export function useComposer({
  value,
  onChange,
  onSend,
  projectId,
  fieldRef,
}: Pick<CommentComposerProps, 'value' | 'onChange' | 'onSend' | 'projectId' | 'fieldRef'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const [caret, setCaret] = useState<number | null>(null);
  const [activeAt, setActiveAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [errorMessage, setErrorMessage] = useState('');
  const typed = caret === null ? null : findTyped(value, caret);
  const { found, everybody, viewerIds } = useMentionable(
    projectId,
    typed?.typed ?? null,
    value.includes('@'),
  );
  const isOpen = typed !== null && found.length > 0;
  const active = Math.min(activeAt, found.length - 1);
  const isEmpty = value.trim() === '';

  const type = (text: string, at: number | null): void => {
    onChange(text);
    setCaret(at);
    setActiveAt(0);
    setErrorMessage('');
  };

  const pick = (at: number): void => {
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
  };

  const send = (): void => {
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
  };

  return {
    mentions: { isOpen, found, active },
    errorMessage,
    isEmpty,
    type,
    pick,
    send,
    /** Handles a key while the list of members is open. Returns whether it was handled. */
    pressInList({ key, shiftKey }: KeyboardEvent): boolean {
      const step = STEPS[key];
      if (step !== undefined) setActiveAt((active + step + found.length) % found.length);
      else if ((key === 'Enter' || key === 'Tab') && !shiftKey) pick(active);
      else if (key === 'Escape') setCaret(null);
      else return false;
      return true;
    },
    /** After Escape or a selection, only typing reopens the list. */
    noteCaret({ selectionStart, selectionEnd }: HTMLTextAreaElement): void {
      if (caret !== null) setCaret(selectionStart === selectionEnd ? selectionStart : null);
    },
    closeList: () => setCaret(null),
  };
}
