import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useMemo, useSyncExternalStore } from 'react';

/** The formatting at the selection. */
interface ActiveFormatting {
  marks: readonly string[];
  /** A block id of rich-blocks.ts, or `heading4` to `heading6`. */
  block: string;
  isEmpty: boolean;
  href: string | null;
  from: number;
  to: number;
  isFocused: boolean;
}

const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const;
const AROUND = ['taskList', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'] as const;

export function useActiveFormatting(editor: Editor): ActiveFormatting {
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const notify = (): void => listener();
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, notify);
      return () => {
        for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, notify);
      };
    },
    [editor],
  );
  // Serialized so that equal formatting yields the same snapshot.
  const look = useSyncExternalStore(subscribe, () => JSON.stringify(readActiveFormatting(editor)));
  return useMemo(() => JSON.parse(look) as ActiveFormatting, [look]);
}

function readActiveFormatting(editor: Editor): ActiveFormatting {
  const { from, to, empty } = editor.state.selection;
  const href: unknown = editor.getAttributes('link')['href'];
  // A selected image has no text to format.
  const isEmpty = empty || editor.state.selection instanceof NodeSelection;
  return {
    marks: MARKS.filter((name) => editor.isActive(name)),
    block: empty ? readBlock(editor) : findBlock(editor),
    isEmpty,
    href: typeof href === 'string' ? href : null,
    // Constant for a collapsed selection. Moving the caret then does not change the result.
    from: isEmpty ? 0 : from,
    to: isEmpty ? 0 : to,
    isFocused: editor.isFocused,
  };
}

/** Reads only the caret's ancestors. A search from the start of a long document would delay typing. */
function readBlock({ state }: Editor): string {
  const { $from } = state.selection;
  const names = new Set(Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1).type.name));
  if ($from.parent.type.name === 'heading') return `heading${$from.parent.attrs['level']}`;
  return AROUND.find((name) => names.has(name)) ?? 'paragraph';
}

function findBlock(editor: Editor): string {
  const heading = [1, 2, 3, 4, 5, 6].find((level) => editor.isActive('heading', { level }));
  if (heading !== undefined) return `heading${heading}`;
  return AROUND.find((name) => editor.isActive(name)) ?? 'paragraph';
}
