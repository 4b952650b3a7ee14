import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isSameDoc } from '@hearth/contracts/rich-text/plain-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { forgetDraft, useDraft } from '#ui/inputs/drafts.ts';
import { docOf, isKeepable, tidy, writeDescription } from './description.data.ts';

interface Draft {
  doc: RichText;
  /** The version that the draft is based on. */
  base: string | null;
}

export function descriptionDraftKey(taskId: string): string {
  return `${taskId}/description`;
}

/** The draft of a task's description. It is sent on unmount and when the page is closed, unless others have edited the description. */
export function useDescriptionDraft(task: SyncRows['task']) {
  const store = useTeamStore();
  const draftKey = descriptionDraftKey(task.id);
  const [draft, setDraft] = useDraft<Draft | null>(draftKey, null, true);
  const now = useMemo(() => docOf(task), [task]);
  const version = task.descriptionVersion;
  const written = draft === null ? null : tidy(draft.doc);
  const isNew = written !== null && !isSameDoc(written, now);
  const isBehind = isNew && draft?.base !== version;
  const fits = written === null || isKeepable(written);

  const write = (text: RichText, base: string | null): void => {
    store.mutate(writeDescription(store, task.id, text, base));
  };
  /**
   * Sends the draft if it has changes.
   * @returns true if the draft is being sent or has no changes
   */
  const send = (): boolean => {
    if (written === null || draft === null || !isNew) return true;
    if (isBehind || !fits) return false;
    write(written, draft.base);
    return true;
  };

  // Save on unmount: closing the panel or page while typing must not lose the input.
  const sendAtEnd = useEffectEvent(send);
  useEffect(() => {
    // Keep the draft because the page may be closed before the command is stored.
    const leavePage = () => void sendAtEnd();
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      if (sendAtEnd()) forgetDraft(draftKey);
    };
  }, [draftKey]);

  return {
    /** The saved description. */
    now,
    doc: draft?.doc ?? now,
    version,
    isUnedited: draft === null,
    /** The tidied draft. Null if there is none. */
    written,
    /** Whether others have changed the description since the draft was begun. */
    isBehind,
    fits,
    setDraft,
    type: (typed: RichText): void =>
      setDraft({ doc: typed, base: isNew && draft !== null ? draft.base : version }),
    write,
    send,
  };
}
