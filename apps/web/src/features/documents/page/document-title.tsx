import { DOCUMENT_LIMITS } from '@hearth/contracts/documents/document-values';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import type { Document } from '#features/documents/model/document-tree.ts';
import { updateDocument, withoutUndo } from '#features/documents/model/documents.data.ts';
import { forgetDraft, saveDraft, readDraft } from '#ui/inputs/drafts.ts';
import { deliverTyped } from '#ui/lazy/type-ahead.ts';
import styles from './page.module.css';

/** Debounce of the title, in ms. The tree follows the typing, but the outbox must not get a mutation per letter. */
const SETTLE_MS = 400;

interface TypedTitle {
  /** The entered text, including a trailing space before the next word. */
  text: string;
  /** The title sent for this text. Null if it has not been sent yet. */
  sent: string | null;
}

interface DocumentTitleProps {
  row: Document;
  isReadOnly: boolean;
  /** Called on Enter, or on Arrow Down at the end, to move focus to the text. */
  onDone: () => void;
}

/** The title above the text, edited in place. */
export function DocumentTitle({ row, isReadOnly, onDone }: DocumentTitleProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Null while the title is not being edited.
  const [typed, setTyped] = useState<TypedTitle | null>(null);
  // A newer title by another user is shown and not overwritten.
  const isOwn = typed !== null && (typed.sent === null || typed.sent === row.title);
  const shown = isOwn ? typed.text : row.title;

  const draftKey = `document-title/${row.id}`;

  async function send(text: string): Promise<void> {
    clearTimeout(timer.current);
    const title = text.trim().replaceAll(/\s+/g, ' ');
    setTyped((now) => (now?.text === text ? { text, sent: title } : now));
    if (title !== store.row('document', row.id)?.title)
      // Without undo: the field has its own undo, and Ctrl+Z outside the field must not revert the title.
      await store.mutate(withoutUndo(updateDocument(store, row.id, { title }))).stored;
    if (readDraft(draftKey) === text) forgetDraft(draftKey);
  }

  // Sends a draft if a reload interrupted sending or storing the title.
  const sendDraft = useEffectEvent(() => {
    const draft = readDraft(draftKey);
    if (typeof draft === 'string' && !isReadOnly) void send(draft);
  });
  useEffect(() => sendDraft(), [row.id]);

  // In a new document, the title gets focus.
  const isNew = row.title === '' && row.createdBy === store.userId;
  useEffect(() => {
    if (!isNew || isReadOnly) return;
    field.current?.focus({ preventScroll: true });
    deliverTyped(field.current);
    // oxlint-disable-next-line react/exhaustive-deps -- focus when the document is opened, not when its title is cleared
  }, [row.id]);

  return (
    <h1 className={styles.titleBox} data-typed={shown}>
      <textarea
        ref={field}
        className={styles.title}
        rows={1}
        aria-label={t`Title`}
        placeholder={t`Untitled`}
        value={shown}
        readOnly={isReadOnly}
        maxLength={DOCUMENT_LIMITS.title}
        dir="auto"
        onChange={(event) => {
          const text = event.currentTarget.value.replaceAll('\n', ' ');
          setTyped({ text, sent: null });
          saveDraft(draftKey, text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void send(text), SETTLE_MS);
        }}
        onBlur={() => {
          if (typed?.sent === null) void send(typed.text);
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const isAtEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
          if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && isAtEnd)) return;
          event.preventDefault();
          onDone();
        }}
      />
    </h1>
  );
}
