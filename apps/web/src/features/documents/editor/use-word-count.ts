import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentFacts } from './document-editor.tsx';
import { countWords } from './tools/count-words.ts';

const COUNT_AFTER_MS = 500;

/** Returns the word count of the document, updated after a pause in typing. Returns null until it is counted. */
export function useWordCount(editor: Editor | null, onFacts: (facts: DocumentFacts) => void): number | null {
  const [wordCount, setWordCount] = useState<number | null>(null);
  const report = useEffectEvent((counted: number, isEmpty: boolean) => {
    setWordCount(counted);
    onFacts({ wordCount: counted, isEmpty });
  });
  useEffect(() => {
    if (editor === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      const { doc } = editor.state;
      const text = doc.textBetween(0, doc.content.size, ' ', ' ');
      const isEmpty = doc.childCount <= 1 && doc.textContent === '' && (doc.firstChild?.isTextblock ?? true);
      report(countWords(text), isEmpty);
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(count, COUNT_AFTER_MS);
    };
    later();
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor]);
  return wordCount;
}
