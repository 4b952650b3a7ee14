import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { findBlock, type Block } from './block-acts.ts';

/**
 * Drops blocks and files between blocks: above or below the block under the pointer, depending on which half of the block it is over.
 * ProseMirror and its drop cursor use the text position instead. That splits sentences, and next to a short line it always means "above".
 */
export const BlockDrops = Extension.create({
  name: 'blockDrops',
  addProseMirrorPlugins() {
    return [new Plugin({ view: aimBetweenBlocks })];
  },
});

function aimBetweenBlocks(view: EditorView) {
  let isBetween = false;
  // The only method that both ProseMirror and its drop cursor call.
  view.posAtCoords = (coords) =>
    isBetween ? { pos: findGap(view, coords.left, coords.top), inside: -1 } : findInText(view, coords);
  const begin = (event: DragEvent): void => {
    isBetween = isBlockDrag(view) || event.dataTransfer?.types.includes('Files') === true;
  };
  const end = (): void => {
    isBetween = false;
  };
  // Capture phase, to run before the drop cursor's own listener.
  view.dom.addEventListener('dragover', begin, true);
  document.addEventListener('drop', end);
  document.addEventListener('dragend', end);
  return {
    destroy() {
      view.dom.removeEventListener('dragover', begin, true);
      document.removeEventListener('drop', end);
      document.removeEventListener('dragend', end);
    },
  };
}

function isBlockDrag({ dragging }: EditorView): boolean {
  const { openStart, content } = dragging?.slice ?? {};
  return openStart === 0 && content?.childCount === 1 && content.firstChild?.isBlock === true;
}

/** Returns the position between two blocks that is closest to the point (in window px). */
export function findGap(view: EditorView, x: number, y: number): number {
  const { doc } = view.state;
  const box = view.dom.getBoundingClientRect();
  if (y >= (view.dom.lastElementChild?.getBoundingClientRect().bottom ?? box.bottom)) return doc.content.size;
  if (y <= box.top) return 0;
  const block = findBlockAt(view, x, y);
  const element = block === null ? null : view.nodeDOM(block.pos);
  if (block === null || !(element instanceof HTMLElement)) return doc.content.size;
  const { top, bottom } = element.getBoundingClientRect();
  return y < (top + bottom) / 2 ? block.pos : block.pos + block.node.nodeSize;
}

/** Returns the block at this vertical position. */
export function findBlockAt(view: EditorView, x: number, y: number): Block | null {
  const box = view.dom.getBoundingClientRect();
  const padding = 6;
  const left = Math.max(box.left + padding, Math.min(box.right - padding, x));
  const position = findInText(view, { left, top: y });
  if (position === null) return null;
  const $pos = view.state.doc.resolve(position.inside >= 0 ? position.inside : position.pos);
  const inside = $pos.nodeAfter;
  if (position.inside >= 0 && inside !== null && !inside.isTextblock && inside.isAtom)
    return { pos: position.inside, node: inside };
  return findBlock(view.state.doc.resolve(position.pos));
}

function findInText(view: EditorView, coords: { left: number; top: number }) {
  return EditorView.prototype.posAtCoords.call(view, coords);
}
