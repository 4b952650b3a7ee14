import type { ChainedCommands, Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconGripHorizontal,
  IconGripVertical,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTable,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from './tools.module.css';

interface TableToolsProps {
  editor: Editor;
  frame: RefObject<HTMLElement | null>;
}

/** Offsets of the current row and column from the start of the frame, in px. */
interface ToolPosition {
  rowTop: number;
  rowInset: number;
  columnTop: number;
  columnInset: number;
  can: string;
}

interface Tool {
  label: string;
  icon: Icon;
  run: (chain: ChainedCommands) => ChainedCommands;
}

/** Handles of the current row and column, on the table's border so that they cover no text. */
export function TableTools({ editor, frame }: TableToolsProps) {
  const { t } = useLingui();
  const [position, setPosition] = useState<ToolPosition | null>(null);
  useEffect(() => {
    const look = (): void =>
      setPosition(frame.current === null ? null : findToolPosition(editor, frame.current));
    look();
    editor.on('selectionUpdate', look);
    editor.on('update', look);
    editor.on('focus', look);
    // Account for the scroll position: wide tables scroll within the text.
    const text = editor.view.dom;
    text.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      editor.off('selectionUpdate', look);
      editor.off('update', look);
      editor.off('focus', look);
      text.removeEventListener('scroll', look, { capture: true });
    };
  }, [editor, frame]);

  if (position === null) return null;
  const cells: Tool[] = [
    ...(position.can.includes('merge')
      ? [{ label: t`Merge cells`, icon: IconArrowMerge, run: (chain: ChainedCommands) => chain.mergeCells() }]
      : []),
    ...(position.can.includes('split')
      ? [{ label: t`Split cell`, icon: IconArrowsSplit, run: (chain: ChainedCommands) => chain.splitCell() }]
      : []),
  ];
  const table: Tool = { label: t`Delete table`, icon: IconTrash, run: (chain) => chain.deleteTable() };
  const rowTools: Tool[] = [
    { label: t`Insert row above`, icon: IconRowInsertTop, run: (chain) => chain.addRowBefore() },
    { label: t`Insert row below`, icon: IconRowInsertBottom, run: (chain) => chain.addRowAfter() },
    { label: t`Header row`, icon: IconTable, run: (chain) => chain.toggleHeaderRow() },
    ...cells,
    { label: t`Delete row`, icon: IconRowRemove, run: (chain) => chain.deleteRow() },
    table,
  ];
  const columnTools: Tool[] = [
    { label: t`Insert column before`, icon: IconColumnInsertLeft, run: (chain) => chain.addColumnBefore() },
    { label: t`Insert column after`, icon: IconColumnInsertRight, run: (chain) => chain.addColumnAfter() },
    { label: t`Header column`, icon: IconTable, run: (chain) => chain.toggleHeaderColumn() },
    ...cells,
    { label: t`Delete column`, icon: IconColumnRemove, run: (chain) => chain.deleteColumn() },
    table,
  ];
  return (
    <>
      <Handle
        editor={editor}
        label={t`Row`}
        icon={IconGripVertical}
        tools={rowTools}
        position={{ insetBlockStart: position.rowTop, insetInlineStart: position.rowInset }}
      />
      <Handle
        editor={editor}
        label={t`Column`}
        icon={IconGripHorizontal}
        tools={columnTools}
        position={{ insetBlockStart: position.columnTop, insetInlineStart: position.columnInset }}
      />
    </>
  );
}

interface HandleProps {
  editor: Editor;
  label: string;
  icon: Icon;
  tools: readonly Tool[];
  position: { insetBlockStart: number; insetInlineStart: number };
}

function Handle({ editor, label, icon: Mark, tools, position }: HandleProps) {
  return (
    <div
      className={styles.tableHandle}
      style={position}
      // Keeps focus and the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <IconButton label={label}>
            <Mark size={14} stroke={1.8} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ label: name, icon: ToolMark, run }) => (
            <Menu.Item
              key={name}
              leftSection={<ToolMark size={16} stroke={1.7} aria-hidden />}
              onClick={() => {
                // Deferred because the menu first returns focus to its button.
                setTimeout(() => run(editor.chain().focus(undefined, { scrollIntoView: false })).run());
              }}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function findToolPosition(editor: Editor, frame: HTMLElement): ToolPosition | null {
  const cell = findCell(editor);
  const wrapper = cell?.closest('table')?.parentElement;
  if (cell === null || wrapper == null) return null;
  const [around, box, cellBox] = [frame, wrapper, cell].map((element) => element.getBoundingClientRect());
  if (around === undefined || box === undefined || cellBox === undefined) return null;
  const isRtl = getComputedStyle(frame).direction === 'rtl';
  const middle = Math.max(box.left, Math.min((cellBox.left + cellBox.right) / 2, box.right));
  const top = cell.closest('table')?.getBoundingClientRect().top ?? box.top;
  const can = [editor.can().mergeCells() && 'merge', editor.can().splitCell() && 'split'];
  return {
    rowTop: (cellBox.top + cellBox.bottom) / 2 - around.top,
    rowInset: isRtl ? around.right - box.right : box.left - around.left,
    columnTop: top - around.top,
    columnInset: isRtl ? around.right - middle : middle - around.left,
    can: can.filter(Boolean).join(' '),
  };
}

function findCell(editor: Editor): HTMLElement | null {
  if (!editor.isEditable || !editor.isFocused) return null;
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth >= 0; depth -= 1) {
    // A cell selection starts before its first cell, one level up.
    const isBefore = depth === $from.depth && $from.nodeAfter?.type.spec['tableRole'] !== undefined;
    const isCell = ['cell', 'header_cell'].includes(String($from.node(depth).type.spec['tableRole']));
    if (!isBefore && !isCell) continue;
    const element = editor.view.nodeDOM(isBefore ? $from.pos : $from.before(depth));
    return element instanceof HTMLElement ? (element.closest<HTMLElement>('td, th') ?? null) : null;
  }
  return null;
}
