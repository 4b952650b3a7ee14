import { Extension } from '@tiptap/core';
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Works around three caret bugs of Chromium:
 * - It reports a new caret only by `selectionchange`, up to 60 ms after the click that set it. A key press or a remote change in between
 * would be applied at the old caret, so the caret is read first (ProseMirror/prosemirror issue 1513).
 * - Until a new empty block has been laid out, typed text goes to the nearest text: the end of the previous block or the start of the next
 * (`getTargetRanges` of the event; the DOM selection stays right). Such text is inserted here.
 * - After the first letter in a new block it reports the caret before that letter. This position is ignored.
 */
export const CaretFirst = Extension.create({
  name: 'caretFirst',
  // Low priority: runs after the input rules that turn typed text into headings and lists.
  priority: 1,
  addProseMirrorPlugins() {
    const handleDOMEvents = { mouseup: readCaret, keydown: readCaret, beforeinput: insertAtCaret };
    return [new Plugin({ props: { handleDOMEvents, handleTextInput: putAfterTyped } })];
  },
});

function readCaret({ dom, composing }: EditorView): false {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}

function insertAtCaret(view: EditorView, event: InputEvent): boolean {
  const { data, inputType, isComposing } = event;
  const { selection } = view.state;
  if (view.composing || isComposing || inputType !== 'insertText' || !data || !selection.empty) return false;
  const [target] = event.getTargetRanges();
  // A non-collapsed range replaces a word and is left to the browser.
  if (target === undefined || !target.collapsed || !view.dom.contains(target.startContainer)) return false;
  const at = view.state.doc.resolve(view.posAtDOM(target.startContainer, target.startOffset));
  const { $from, from } = selection;
  if (at.sameParent($from) || !$from.parent.isTextblock) return false;
  event.preventDefault();
  const insert = (): Transaction => view.state.tr.insertText(data, from);
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, from, data, insert));
  if (isHandled !== true) view.dispatch(insert().scrollIntoView());
  return true;
}

function putAfterTyped(
  view: EditorView,
  from: number,
  _to: number,
  text: string,
  insert: () => Transaction,
): boolean {
  if (view.composing) return false;
  const change = insert();
  const isBefore = change.selection.empty && change.selection.head === from && text !== '';
  if (!isBefore) return false;
  view.dispatch(change.setSelection(TextSelection.create(change.doc, from + text.length)).scrollIntoView());
  return true;
}
