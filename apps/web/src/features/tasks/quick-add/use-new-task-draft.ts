import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, readPlainText } from '@hearth/contracts/rich-text/plain-text-values';
import { useEffect, useMemo } from 'react';
import { saveDraft, useDraft } from '#ui/inputs/drafts.ts';

const TITLE = 'new-task/title';
const DESCRIPTION = 'new-task/description';
/** Draft key that exists while the form is open and not empty. A reload then reopens the form. */
const OPEN = 'new-task/open';

interface NewTaskDraft {
  title: string;
  description: RichText;
  setTitle: (title: string) => void;
  setDescription: (doc: RichText) => void;
  /** Clears the draft after it was submitted or discarded. */
  forget: () => void;
}

/** Clears the draft after the task was created. */
export function forgetNewTaskDraft(): void {
  saveDraft(TITLE, undefined);
  saveDraft(DESCRIPTION, undefined);
}

/** The draft of a new task. It is kept if the form is closed without submitting or canceling. */
export function useNewTaskDraft(): NewTaskDraft {
  const [title, setTitle] = useDraft(TITLE, '', true);
  const [draft, setDraft] = useDraft<RichText | string>(DESCRIPTION, '', true);
  const description = useMemo(() => (typeof draft === 'string' ? readPlainText(draft) : draft), [draft]);
  const hasText = title !== '' || draft !== '';
  useEffect(() => {
    if (!hasText) return undefined;
    saveDraft(OPEN, true);
    return () => saveDraft(OPEN, undefined);
  }, [hasText]);
  return {
    title,
    description,
    setTitle,
    setDescription: (doc) => setDraft(isNothing(doc) ? '' : doc),
    forget() {
      setTitle('');
      setDraft('');
      // The form may unmount before state updates are persisted, so delete the stored draft directly.
      forgetNewTaskDraft();
    },
  };
}
