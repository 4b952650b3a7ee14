import type { ChainedCommands, Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableRow,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import styles from './tools.module.css';

interface TableToolsProps {
  editor: Editor;
  frame: RefObject<HTMLElement | null>;
}

/** Above the table of the caret: rows, columns, cells. */
export function TableTools({ editor, frame }: TableToolsProps) {
  const { t } = useLingui();
  const [place, setPlace] = useState<{ top: number; inset: number; can: string } | null>(null);
  useEffect(() => {
    const look = (): void => {
      const around = frame.current?.getBoundingClientRect();
      const table = findTable(editor);
      if (around === undefined || table === null) {
        setPlace(null);
        return;
      }
      const box = table.getBoundingClientRect();
      const isRtl = document.documentElement.dir === 'rtl';
      const can = [editor.can().mergeCells() && 'merge', editor.can().splitCell() && 'split'];
      setPlace({
        top: box.top - around.top,
        inset: isRtl ? around.right - box.right : box.left - around.left,
        can: can.filter(Boolean).join(' '),
      });
    };
    look();
    editor.on('selectionUpdate', look);
    editor.on('update', look);
    return () => {
      editor.off('selectionUpdate', look);
      editor.off('update', look);
    };
  }, [editor, frame]);

  if (place === null) return null;
  const run = (work: (chain: ChainedCommands) => ChainedCommands) => () =>
    void work(editor.chain().focus()).run();
  const TOOLS = [
    { label: t`Add a row below`, icon: IconRowInsertBottom, run: run((chain) => chain.addRowAfter()) },
    {
      label: t`Add a column after`,
      icon: IconColumnInsertRight,
      run: run((chain) => chain.addColumnAfter()),
    },
    { label: t`Header row`, icon: IconTableRow, run: run((chain) => chain.toggleHeaderRow()) },
    {
      label: t`Merge cells`,
      icon: IconArrowMerge,
      isOff: !place.can.includes('merge'),
      run: run((chain) => chain.mergeCells()),
    },
    {
      label: t`Split cell`,
      icon: IconArrowsSplit,
      isOff: !place.can.includes('split'),
      run: run((chain) => chain.splitCell()),
    },
    { label: t`Delete the row`, icon: IconRowRemove, run: run((chain) => chain.deleteRow()) },
    { label: t`Delete the column`, icon: IconColumnRemove, run: run((chain) => chain.deleteColumn()) },
    { label: t`Delete the table`, icon: IconTrash, run: run((chain) => chain.deleteTable()) },
  ];
  return (
    <div
      role="toolbar"
      aria-label={t`Table`}
      className={styles.tableTools}
      style={{ insetBlockStart: place.top, insetInlineStart: place.inset }}
      // The text keeps the focus, and with it its selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      {TOOLS.map(({ label, icon: Mark, isOff = false, run: act }) => (
        <IconButton key={label} label={label} disabled={isOff} onClick={act}>
          <Mark size={16} stroke={1.7} />
        </IconButton>
      ))}
    </div>
  );
}

function findTable(editor: Editor): HTMLElement | null {
  if (!editor.isEditable || !editor.isFocused) return null;
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'table') continue;
    const element = editor.view.nodeDOM($from.before(depth));
    return element instanceof HTMLElement ? element : null;
  }
  return null;
}
