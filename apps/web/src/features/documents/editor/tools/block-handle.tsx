import type { Editor } from '@tiptap/core';
import { NodeSelection, type Transaction } from '@tiptap/pm/state';
import { findTable } from '@tiptap/pm/tables';
import { useLingui } from '@lingui/react/macro';
import { IconGripVertical, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { findSelectedBlock, type Block } from './block-acts.ts';
import { findBlockAt } from './block-drops.ts';
import { BlockMenu } from './block-menu.tsx';
import styles from './tools.module.css';

interface BlockHandleProps {
  editor: Editor;
  /** The box that contains both the text and the handle. */
  frame: RefObject<HTMLElement | null>;
  linkTo: (blockId: string) => string;
  menuButton: Ref<HTMLButtonElement>;
}

interface Shown extends Block {
  top: number;
  inset: number;
  height: number;
}

/** Handle next to the block under the pointer or at the caret: drags the block, opens its menu, and inserts a line below it. */
export function BlockHandle({ editor, frame, linkTo, menuButton }: BlockHandleProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Shown | null>(null);
  const isHovered = useRef(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const show = (block: Block | null): void => {
      if (!isHovered.current) setShown(block === null ? null : measure(editor, element, block));
    };
    const follow = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      const { target } = event;
      if (target instanceof Element && target.closest('[data-handle]') !== null) return;
      show(findBlockAt(editor.view, event.clientX, event.clientY));
    };
    const followCaret = (): void => show(editor.isFocused ? findSelectedBlock(editor) : null);
    const hide = (): void => show(null);
    element.addEventListener('pointermove', follow);
    element.addEventListener('pointerleave', followCaret);
    editor.on('selectionUpdate', followCaret);
    editor.on('focus', followCaret);
    editor.on('update', hide);
    return () => {
      element.removeEventListener('pointermove', follow);
      element.removeEventListener('pointerleave', followCaret);
      editor.off('selectionUpdate', followCaret);
      editor.off('focus', followCaret);
      editor.off('update', hide);
    };
  }, [editor, frame]);

  /** Looks up the current block because another user may have moved it in the meantime. */
  function blockNow(): Block | null {
    if (shown === null) return findSelectedBlock(editor);
    const { pos, node } = shown;
    const now = editor.state.doc.nodeAt(pos);
    return now !== null && now.type === node.type ? { pos, node: now } : null;
  }

  return (
    <div
      data-handle=""
      className={styles.handle}
      data-shown={shown !== null || undefined}
      style={{
        insetBlockStart: shown?.top ?? 0,
        insetInlineStart: shown?.inset ?? 0,
        blockSize: shown?.height,
      }}
      onPointerEnter={() => {
        isHovered.current = true;
      }}
      onPointerLeave={() => {
        isHovered.current = false;
      }}
      // Keeps focus and the selection in the text.
      onMouseDown={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('[draggable="true"]') === null)
          event.preventDefault();
      }}
    >
      <IconButton
        tabIndex={-1}
        label={t`Add a block below`}
        onClick={() => {
          const block = blockNow();
          if (block === null) return;
          const end = block.pos + block.node.nodeSize;
          const isItem = block.node.type.name === 'listItem' || block.node.type.name === 'taskItem';
          const line = { type: 'paragraph', content: [{ type: 'text', text: '/' }] };
          editor
            .chain()
            .insertContentAt(end, isItem ? { type: block.node.type.name, content: [line] } : line)
            .focus(end + (isItem ? 3 : 2))
            .run();
        }}
      >
        <IconPlus size={16} stroke={1.8} />
      </IconButton>
      <BlockMenu editor={editor} block={blockNow} shown={shown ?? findSelectedBlock(editor)} linkTo={linkTo}>
        <IconButton
          ref={menuButton}
          tabIndex={-1}
          label={t`Move block or open menu`}
          shortcut="mod+/"
          draggable
          onDragStart={(event) => {
            const block = blockNow();
            if (block !== null) startDrag(editor, block, event);
          }}
        >
          <IconGripVertical size={16} stroke={1.8} />
        </IconButton>
      </BlockMenu>
    </div>
  );
}

function measure(editor: Editor, frame: HTMLElement, { pos, node }: Block): Shown | null {
  const element = editor.view.nodeDOM(pos);
  if (!(element instanceof HTMLElement)) return null;
  const [box, around] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const { lineHeight, paddingTop } = getComputedStyle(element);
  const line = Number.parseFloat(lineHeight);
  const isRtl = getComputedStyle(frame).direction === 'rtl';
  return {
    pos,
    node,
    top: box.top - around.top + Math.min(Number.parseFloat(paddingTop), 12),
    inset: isRtl ? around.right - box.right : box.left - around.left,
    height: Number.isNaN(line) ? 26 : line,
  };
}

/**
 * What ProseMirror removes when a dragged table is dropped. The table plugin turns a selected table into selected cells, and removing these
 * would leave an empty table behind.
 */
const DRAGGED_TABLE = {
  replace(transaction: Transaction): void {
    const table = findTable(transaction.selection.$from);
    if (table) transaction.delete(table.pos, table.pos + table.node.nodeSize);
  },
};

function startDrag(editor: Editor, { pos, node }: Block, event: React.DragEvent): void {
  const { view } = editor;
  const selection = NodeSelection.create(view.state.doc, pos);
  view.dispatch(view.state.tr.setSelection(selection));
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  event.dataTransfer.clearData();
  event.dataTransfer.setData('text/html', dom.innerHTML);
  event.dataTransfer.setData('text/plain', text);
  event.dataTransfer.effectAllowed = 'copyMove';
  const element = view.nodeDOM(pos);
  if (element instanceof HTMLElement) event.dataTransfer.setDragImage(element, 0, 0);
  view.dragging = {
    slice,
    move: true,
    ...(node.type.spec.tableRole === 'table' ? { node: DRAGGED_TABLE } : {}),
  };
}
