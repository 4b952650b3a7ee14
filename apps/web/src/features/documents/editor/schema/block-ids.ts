import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { RICH_NODES } from '@hearth/contracts/rich-text/rich-nodes-values';
import { isFromOthers } from '#features/documents/editor/live/origin.ts';

const BLOCKS = Object.entries(RICH_NODES).flatMap(([name, { kind }]) => (kind === 'block' ? name : []));
const LENGTH = 12;

export function makeBlockId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

/**
 * Assigns an id to every block created in this editor. Blocks from other sources are left unchanged because opening a long document would
 * otherwise rewrite it.
 */
export function createBlockIds() {
  return Extension.create({
    name: 'blockIds',
    priority: 10_000,
    addGlobalAttributes() {
      return [{ types: BLOCKS, attributes: { id: { default: null, rendered: false } } }];
    },
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: new PluginKey('blockIds'),
          appendTransaction: nameBlocks,
          props: {
            transformPasted: (slice, view) =>
              // A drag within the editor is a move. The blocks keep their ids.
              (view.dragging as { move?: boolean } | null)?.move === true ? slice : withoutIds(slice),
          },
        }),
      ];
    },
  });
}

function nameBlocks(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, tr }: EditorState,
): Transaction | null {
  if (transactions.some(isFromOthers) || !transactions.some(changesBlocks)) return null;
  const changes = getChangedRanges(combineTransactionSteps(before.doc, [...transactions]));
  const blocks = new Map<number, Node>();
  for (const { newRange } of changes) {
    const from = Math.max(0, newRange.from - 1);
    doc.nodesBetween(from, Math.min(doc.content.size, newRange.to + 1), (node, pos) => {
      if (isBlock(node)) blocks.set(pos, node);
    });
  }
  const counts = countIds(doc);
  for (const [id, group] of Map.groupBy(blocks, ([, node]) => node.attrs['id'] as string | null)) {
    const isNew = id === null || (counts.get(id) ?? 0) > group.length;
    if (!isNew && group.length === 1) continue;
    // When a block is split, the non-empty part keeps the id.
    const keeper = isNew ? undefined : (group.find(([, node]) => node.content.size > 0) ?? group[0]);
    for (const [pos] of group) if (pos !== keeper?.[0]) tr.setNodeAttribute(pos, 'id', makeBlockId());
  }
  return tr.docChanged ? tr : null;
}

/** Whether the transaction may create blocks. Input within a line never does, so no scan is needed. */
function changesBlocks({ steps }: Transaction): boolean {
  return steps.some(
    (step) =>
      !(step instanceof ReplaceStep) ||
      step.slice.openStart > 0 ||
      step.slice.openEnd > 0 ||
      step.slice.content.content.some((node) => node.isBlock),
  );
}

function countIds(doc: Node): Map<string, number> {
  const counts = new Map<string, number>();
  doc.descendants((node) => {
    const id: unknown = node.attrs['id'];
    if (isBlock(node) && typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1);
    return !node.isTextblock;
  });
  return counts;
}

function isBlock(node: Node): boolean {
  return 'id' in node.attrs && node.isBlock;
}

function withoutIds(slice: Slice): Slice {
  const strip = (fragment: Fragment): Fragment =>
    Fragment.from(
      fragment.content.map((node) => {
        if (node.isText) return node;
        const attrs = isBlock(node) ? { ...node.attrs, id: null } : node.attrs;
        return node.type.create(attrs, strip(node.content), node.marks);
      }),
    );
  return new Slice(strip(slice.content), slice.openStart, slice.openEnd);
}

/** Returns the position of the block with this id, or null if the document does not contain it. */
export function findBlockById(doc: Node, id: string): number | null {
  let found: number | null = null;
  doc.descendants((node, pos) => {
    if (found === null && isBlock(node) && node.attrs['id'] === id) found = pos;
    return found === null && !node.isTextblock;
  });
  return found;
}
