import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { RESCUES } from '@hearth/contracts/documents/collaboration-values';
import { isNew, readNow } from '@hearth/contracts/documents/rescue/lines';
import { openText } from '@hearth/contracts/documents/rescue/insertions';
import { findInCopies, listCopies } from '@hearth/contracts/documents/rescue/plan-rescue';
import {
  createDeleteSet,
  createRelativePositionFromTypeIndex,
  getItem,
  Item,
  RelativePosition,
  XmlElement,
  XmlText,
  type AbstractType,
  type Doc,
  type YEvent,
  type Transaction,
} from 'yjs';

interface CaretContext {
  /** Text of the block with the caret. */
  text: string;
  at: number;
}

/**
 * Keeps the caret in its text when a remote change converts, indents, joins or splits the block. In the shared document, the text is then
 * in a new block. Otherwise the caret would move to the next block.
 */
export const KeptCaret = Extension.create({
  name: 'keptCaret',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        view({ state }) {
          const { binding } = ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding };
          const { doc } = binding;
          // Define the map before the first mark arrives because Yjs reports a change with the type that was defined when the update
          // arrived.
          const marks = doc.getMap(RESCUES) as unknown as AbstractType<YEvent<AbstractType<unknown>>>;
          let previousCaret: { anchor: CaretContext; head: CaretContext } | null = null;
          const note = ({ local }: Transaction): void => {
            // Within this transaction, rescued text may be reinserted as a local one.
            if (local) return;
            const selection = (binding.prosemirrorView as EditorView | null)?.state.selection;
            previousCaret =
              selection === undefined
                ? null
                : { anchor: read(selection.$anchor), head: read(selection.$head) };
          };
          const follow = (transaction: Transaction): void => {
            const selection = binding.beforeTransactionSelection as Record<
              'anchor' | 'head',
              RelativePosition
            > | null;
            if (transaction.local || previousCaret === null || selection === null) return;
            for (const end of ['anchor', 'head'] as const)
              selection[end] =
                (transaction.changed.has(marks)
                  ? passRescued(transaction, selection[end])
                  : findAgain(transaction, selection[end], previousCaret[end])) ?? selection[end];
          };
          doc.on('beforeTransaction', note);
          doc.on('beforeObserverCalls', follow);
          return {
            destroy() {
              doc.off('beforeTransaction', note);
              doc.off('beforeObserverCalls', follow);
            },
          };
        },
      }),
    ];
  },
});

function read({ parent, parentOffset }: { parent: Node; parentOffset: number }): CaretContext {
  return { text: parent.textBetween(0, parent.content.size, null, '\uFFFC'), at: parentOffset };
}

function findAgain(
  transaction: Transaction,
  position: RelativePosition,
  { text, at }: CaretContext,
): RelativePosition | null {
  const line = findLine(transaction.doc, position);
  if (line === null || transaction.deleteSet.clients.size === 0) return null;
  const merge = { transaction, deletes: createDeleteSet(), isOwn: () => false };
  const copies = listCopies(merge);
  const newCopies = copies.filter(({ _item }) => _item !== null && isNew(merge, _item));
  if (line._item?.deleted === true) {
    const inCopy = findInCopies(merge, line, copies, { text, at });
    if (inCopy !== null) return toPosition(inCopy.line, inCopy.at);
    // The block was deleted except for text typed here, so look for that text before the caret.
    const before = text.slice(0, at);
    const rest = newCopies.find((one) => one.length > 0 && before.endsWith(readNow(one)));
    return rest === undefined ? null : toPosition(rest, readNow(rest).length);
  }
  const now = readNow(line);
  let kept = 0;
  while (kept < now.length && now[kept] === text[kept]) kept += 1;
  const moved = text.slice(kept);
  if (at <= kept || (kept < now.length && now.endsWith(moved))) return null;
  const split = newCopies.find((one) => readNow(one).startsWith(moved));
  if (split !== undefined) return toPosition(split, at - kept);
  // A paste of several blocks inserts text before the moved text.
  const pasted = newCopies.find((one) => readNow(one).endsWith(moved));
  return pasted === undefined ? null : toPosition(pasted, readNow(pasted).length - text.length + at);
}

/** Keeps the caret behind the user's own text if the server reinserted that text at the caret. */
function passRescued(
  { doc, beforeState }: Transaction,
  { type, item, assoc }: RelativePosition,
): RelativePosition | null {
  const id = item ?? type;
  const struct = id === null ? null : (getItem(doc.store, id) as unknown);
  if (!(struct instanceof Item) || (item !== null && item.clock < struct.lastId.clock)) return null;
  const text = item === null ? (struct.content as { type?: unknown }).type : struct.parent;
  if (!(text instanceof XmlText)) return null;
  let next = item === null ? text._start : struct.right;
  let last: Item | null = null;
  for (; next !== null; next = next.right) {
    const isNewItem = next.id.clock >= (beforeState.get(next.id.client) ?? 0);
    if (!next.deleted && !isNewItem) break;
    if (!next.deleted && next.countable) last = next;
  }
  return last === null ? null : new RelativePosition(type, null, last.lastId, assoc);
}

/** Finds the block that contains the position. */
function findLine({ store }: Doc, { type, item }: RelativePosition): XmlElement | null {
  const id = item ?? type;
  const struct = id === null ? null : (getItem(store, id) as unknown);
  if (!(struct instanceof Item)) return null;
  const own = item === null ? (struct.content as { type?: unknown }).type : struct.parent;
  const line = own instanceof XmlText ? own.parent : own;
  return line instanceof XmlElement ? line : null;
}

function toPosition(line: XmlElement, at: number): RelativePosition {
  if (line.length === 0) return createRelativePositionFromTypeIndex(line, 0);
  const { text, offset } = openText(line, at);
  return createRelativePositionFromTypeIndex(text, offset, -1);
}
