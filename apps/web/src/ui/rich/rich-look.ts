import type { Editor } from '@tiptap/core';
import { useMemo, useSyncExternalStore } from 'react';

/** What stands at the selection. */
interface RichLook {
  marks: readonly string[];
  /** Ids of rich-blocks.ts. */
  block: string;
  isEmpty: boolean;
  href: string | null;
  from: number;
  to: number;
  isFocused: boolean;
}

const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const;
const AROUND = ['taskList', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'] as const;

export function useLook(editor: Editor): RichLook {
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const tell = (): void => listener();
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, tell);
      return () => {
        for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, tell);
      };
    },
    [editor],
  );
  // As a text, so that what looks the same is the same.
  const look = useSyncExternalStore(subscribe, () => JSON.stringify(readLook(editor)));
  return useMemo(() => JSON.parse(look) as RichLook, [look]);
}

function readLook(editor: Editor): RichLook {
  const { from, to, empty } = editor.state.selection;
  const heading = [1, 2, 3].find((level) => editor.isActive('heading', { level }));
  const around = AROUND.find((name) => editor.isActive(name));
  const href: unknown = editor.getAttributes('link')['href'];
  return {
    marks: MARKS.filter((name) => editor.isActive(name)),
    block: heading === undefined ? (around ?? 'paragraph') : `heading${heading}`,
    isEmpty: empty,
    href: typeof href === 'string' ? href : null,
    from,
    to,
    isFocused: editor.isFocused,
  };
}
