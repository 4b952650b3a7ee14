import { Extension, type Editor } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { TextSelection } from '@tiptap/pm/state';

/**
 * Makes the place above a table accessible if the table is the first block of the document or of its container. Enter at the start of the
 * first cell inserts a line there, as in text processors. The up arrow in the first row moves the caret there.
 */
export const TableStart = Extension.create({
  name: 'tableStart',
  // Runs before the keys of tables and lists.
  priority: 1_000,
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => insertAbove(editor),
    ArrowUp: ({ editor }) => moveAbove(editor),
  }),
});

/** Returns the position of the table, and the column of the caret, if the caret is in the first line of a table without a block above it. */
function findTop({ state }: Editor): { at: number; column: number } | null {
  const { selection } = state;
  const { $from, empty } = selection;
  if (!empty || !(selection instanceof TextSelection)) return null;
  let depth = $from.depth;
  while (depth > 0 && $from.node(depth).type.name !== 'table') depth -= 1;
  if (depth === 0) return null;
  for (let at = depth - 1; at < $from.depth; at += 1) {
    const isCell = at === depth + 1;
    if ($from.index(at) > 0 && !isCell) return null;
  }
  return { at: $from.before(depth), column: $from.index(depth + 1) };
}

function insertAbove(editor: Editor): boolean {
  const { state, view } = editor;
  const top = state.selection.$from.parentOffset === 0 ? findTop(editor) : null;
  const { paragraph } = state.schema.nodes;
  if (top?.column !== 0 || paragraph === undefined) return false;
  const tr = state.tr.insert(top.at, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, top.at + 1)).scrollIntoView());
  return true;
}

function moveAbove(editor: Editor): boolean {
  const { state, view } = editor;
  const top = findTop(editor);
  if (top === null || !view.endOfTextblock('up')) return false;
  view.dispatch(state.tr.setSelection(new GapCursor(state.doc.resolve(top.at))).scrollIntoView());
  return true;
}
