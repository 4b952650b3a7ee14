import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema } from '@tiptap/pm/model';
import { clampSpans } from '@hearth/contracts/rich-text/table-spans-values';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';

/**
 * Clamps the spans of tables when nodes are created. In a shared document, other clients determine the spans. Without clamping, a few cells
 * could exhaust the memory of this page during layout. `schema.node` creates all nodes of shared documents and is the only hook before
 * layout.
 */
export const TableSpans = Extension.create({
  name: 'tableSpans',
  onBeforeCreate() {
    clampTables(this.editor.schema);
  },
});

function clampTables(schema: Schema): void {
  const make = schema.node.bind(schema);
  schema.node = (type, attrs, content, marks) => {
    const node = make(type, attrs, content, marks);
    return node.type.name === 'table' ? clampTable(node) : node;
  };
}

function clampTable(table: Node): Node {
  const rows = table.content.content.map((row): RichNode => ({
    type: row.type.name as RichNode['type'],
    content: row.content.content.map((cell) => ({
      type: cell.type.name as RichNode['type'],
      attrs: cell.attrs,
    })),
  }));
  const clamped = clampSpans(rows);
  if (clamped === rows) return table;
  return table.copy(
    Fragment.from(
      table.content.content.map((row, at) =>
        row.copy(
          Fragment.from(
            row.content.content.map((cell, column) => resize(cell, clamped[at]?.content?.[column])),
          ),
        ),
      ),
    ),
  );
}

function resize(cell: Node, to: RichNode | undefined): Node {
  if (to?.attrs === undefined || to.attrs === cell.attrs) return cell;
  return cell.type.create(to.attrs, cell.content, cell.marks);
}
