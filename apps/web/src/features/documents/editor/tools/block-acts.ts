import type { Editor } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { makeBlockId } from '#features/documents/editor/schema/block-ids.ts';
import { TURNS } from './document-blocks.ts';

/** A block from the user's point of view: a paragraph, a list item or a whole table. */
export interface Block {
  pos: number;
  node: Node;
}

const AROUND: ReadonlySet<string> = new Set([
  'doc',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'callout',
  'detailsContent',
]);
const WHOLE: ReadonlySet<string> = new Set(['table', 'codeBlock', 'detailsSummary']);

/** Returns the innermost block around a position, or null if there is none. */
export function findBlock($pos: ResolvedPos): Block | null {
  let found: Block | null = null;
  for (let depth = 1; depth <= $pos.depth; depth += 1) {
    const node = $pos.node(depth);
    // In the title of a toggle, select the whole toggle.
    if (node.type.name === 'detailsSummary') break;
    if (AROUND.has($pos.node(depth - 1).type.name)) found = { pos: $pos.before(depth), node };
    if (WHOLE.has(node.type.name)) break;
  }
  const after = $pos.nodeAfter;
  if (found === null && after !== null && $pos.depth === 0) return { pos: $pos.pos, node: after };
  const isList = found?.node.type.name.endsWith('List') === true;
  return isList && found !== null ? firstItem(found) : found;
}

function firstItem({ pos, node }: Block): Block {
  const first = node.firstChild;
  return first === null ? { pos, node } : { pos: pos + 1, node: first };
}

/** Returns the block that contains the caret or the selection. */
export function findSelectedBlock({ state }: Editor): Block | null {
  const { selection } = state;
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { pos: selection.from, node: selection.node };
  return findBlock(selection.$from);
}

/**
 * Swaps the block with the adjacent block.
 * @returns false if there is no adjacent block or the schema does not allow the new order
 */
export function moveBlock(editor: Editor, { pos, node }: Block, step: -1 | 1): boolean {
  const { state, view } = editor;
  const $pos = state.doc.resolve(pos);
  const index = $pos.index();
  const other = $pos.parent.maybeChild(index + step);
  if (other === null || other === undefined) return false;
  // A node with a fixed position, such as the title of a toggle, cannot be swapped.
  const swapped = step === -1 ? [node, other] : [other, node];
  const from = step === -1 ? pos - other.nodeSize : pos;
  const to = from + node.nodeSize + other.nodeSize;
  const start = step === -1 ? index - 1 : index;
  if (!$pos.parent.canReplace(start, start + 2, Fragment.from(swapped))) return false;
  const { from: selectedFrom, to: selectedTo } = state.selection;
  const isWithin = selectedFrom >= pos && selectedTo <= pos + node.nodeSize;
  const shift = step * other.nodeSize;
  const tr = state.tr.replaceWith(from, to, swapped);
  if (isWithin) {
    const [anchor, head] = [state.selection.anchor + shift, state.selection.head + shift];
    tr.setSelection(
      state.selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, pos + shift)
        : TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)),
    );
  }
  view.dispatch(tr.scrollIntoView());
  return true;
}

export function duplicateBlock(editor: Editor, { pos, node }: Block): void {
  const end = pos + node.nodeSize;
  const { tr } = editor.state;
  tr.insert(end, withNewIds(node));
  tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1)));
  editor.view.dispatch(tr.scrollIntoView());
}

function withNewIds(node: Node): Node {
  if (node.isText) return node;
  const attrs = 'id' in node.attrs && node.isBlock ? { ...node.attrs, id: makeBlockId() } : node.attrs;
  return node.type.create(attrs, Fragment.from(node.content.content.map(withNewIds)), node.marks);
}

/** Deletes the block. Also deletes its list if the block is the only item. */
export function deleteBlock(editor: Editor, { pos, node }: Block): void {
  const $pos = editor.state.doc.resolve(pos);
  const isLast = $pos.depth > 0 && $pos.parent.childCount === 1 && $pos.parent.type.name.endsWith('List');
  const [from, to] = isLast ? [$pos.before(), $pos.after()] : [pos, pos + node.nodeSize];
  const { tr } = editor.state;
  tr.delete(from, to);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), -1));
  editor.view.dispatch(tr.scrollIntoView());
}

export function canTurn({ node }: Block): boolean {
  return node.isTextblock || ['listItem', 'taskItem', 'blockquote'].includes(node.type.name);
}

export function turnBlock(editor: Editor, { pos, node }: Block, id: string): void {
  const kind = TURNS.find((one) => one.id === id);
  if (kind === undefined) return;
  const { doc } = editor.state;
  const isParent = ['listItem', 'taskItem'].includes(node.type.name) && node.childCount > 1;
  // Of an item with further blocks, only the first line is converted: Tiptap's `clearNodes` throws on the others.
  const end = pos + (isParent ? (node.firstChild?.nodeSize ?? 0) : node.nodeSize - 1);
  const inside = TextSelection.between(doc.resolve(pos + 1), doc.resolve(end));
  const chain = editor.chain().focus().setTextSelection({ from: inside.from, to: inside.to });
  if (isParent) for (const item of listItemsAround(doc.resolve(pos + 1))) chain.liftListItem(item);
  chain.clearNodes();
  if (id !== 'paragraph') kind.run(chain);
  chain
    .command(({ tr }) => {
      tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(inside.to)), -1));
      return true;
    })
    .run();
}

/** Returns the types of the items around a position, innermost first. */
function listItemsAround($pos: ResolvedPos): string[] {
  const names = Array.from({ length: $pos.depth }, (_, up) => $pos.node($pos.depth - up).type.name);
  return names.filter((name) => name === 'listItem' || name === 'taskItem');
}

/**
 * Returns the block's id. Assigns an id first if the block has none: blocks from other sources get an id when they are first linked to.
 * Returns null if the block type has no ids, or if it has none and the document is read-only.
 */
export function nameBlock(editor: Editor, { pos, node }: Block): string | null {
  const target = 'id' in node.attrs ? { pos, node } : { pos: pos + 1, node: node.firstChild };
  if (target.node === null || !('id' in target.node.attrs)) return null;
  const known: unknown = target.node.attrs['id'];
  if (typeof known === 'string') return known;
  if (!editor.isEditable) return null;
  const id = makeBlockId();
  editor.view.dispatch(editor.state.tr.setNodeAttribute(target.pos, 'id', id).setMeta('addToHistory', false));
  return id;
}
