// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { TableMap } from '@tiptap/pm/tables';
import { afterEach, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, type XmlFragment } from 'yjs';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';

completeWindow();
let editor: Editor;
afterEach(() => editor.destroy());

function open(doc: Doc): void {
  editor = openSharedEditor(doc);
}

/** Inserts a table with spans that the editor itself would not create. */
function insertTable(root: XmlFragment, rows: number, columns: number, span: number): void {
  const table = new XmlElement('table');
  table.insert(
    0,
    Array.from({ length: rows }, () => {
      const row = new XmlElement('tableRow');
      row.insert(
        0,
        Array.from({ length: columns }, () => {
          const cell = new XmlElement<{ colspan: number; rowspan: number }>('tableCell');
          cell.setAttribute('colspan', span);
          cell.setAttribute('rowspan', span);
          cell.insert(0, [new XmlElement('paragraph')]);
          return cell as unknown as XmlElement;
        }),
      );
      return row;
    }),
  );
  root.insert(0, [table]);
}

function readMap(): TableMap {
  const table = editor.state.doc.firstChild;
  if (table?.type.name !== 'table') throw new Error('The document begins with no table');
  return TableMap.get(table);
}

it('clamps oversized cell spans in existing content and in remote updates', () => {
  const other = new Doc();
  insertTable(other.getXmlFragment('default'), 60, 20, 1_000);
  open(other);
  expect(readMap().width * readMap().height).toBeLessThan(20_000);

  editor.destroy();
  const doc = new Doc();
  open(doc);
  applyUpdate(doc, encodeStateAsUpdate(other));
  expect(readMap().width * readMap().height).toBeLessThan(20_000);
});

it('keeps column spans that fit and ends row spans at the last row', () => {
  const doc = new Doc();
  insertTable(doc.getXmlFragment('default'), 1, 2, 2);
  open(doc);
  const cells = editor.state.doc.firstChild?.firstChild?.children.map(({ attrs }) => attrs);
  expect(cells).toMatchObject([
    { colspan: 2, rowspan: 1 },
    { colspan: 2, rowspan: 1 },
  ]);
});
