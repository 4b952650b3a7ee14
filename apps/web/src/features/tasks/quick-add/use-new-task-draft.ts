import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, readPlainText } from '@hearth/contracts/rich-text/rich-text-words-values';
import { useEffect, useMemo } from 'react';
import { keepDraft, useDraft } from '#ui/inputs/drafts.ts';

const TITLE = 'new-task/title';
const DESCRIPTION = 'new-task/description';
/** While it is there, a page that is loaded again opens the form by itself. */
const OPEN = 'new-task/open';

interface NewTaskDraft {
  title: string;
  description: RichText;
  setTitle: (title: string) => void;
  setDescription: (doc: RichText) => void;
  /** The words were sent, or thrown away on purpose. */
  forget: () => void;
}

/** The task is made: nothing of it is left to be written. */
export function forgetNewTaskDraft(): void {
  keepDraft(TITLE, undefined);
  keepDraft(DESCRIPTION, undefined);
}

/**
 * The draft of a new task: whoever closes the form without sending it finds it there when it is opened again.
 */
export function useNewTaskDraft(): NewTaskDraft {
  const [title, setTitle] = useDraft(TITLE, '', true);
  const [kept, setKept] = useDraft<RichText | string>(DESCRIPTION, '', true);
  const description = useMemo(() => (typeof kept === 'string' ? readPlainText(kept) : kept), [kept]);
  const hasWords = title !== '' || kept !== '';
  useEffect(() => {
    if (!hasWords) return undefined;
    keepDraft(OPEN, true);
    return () => keepDraft(OPEN, undefined);
  }, [hasWords]);
  return {
    title,
    description,
    setTitle,
    setDescription: (doc) => setKept(isNothing(doc) ? '' : doc),
    forget() {
      setTitle('');
      setKept('');
      // The form may go before what is set is kept.
      forgetNewTaskDraft();
    },
  };
}
