import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table';
import { TableSpans } from './table-spans.ts';

/** Narrower than this no column is dragged. */
const MIN_COLUMN_PX = 60;

/** Cells have no alignment of their own: each line is read from where its words say. */
function dropAlign(attrs: Record<string, unknown> | undefined): Record<string, unknown> {
  const { align: _, ...kept } = attrs ?? {};
  return kept;
}

/** Its columns stand in the order in which its words are read. */
class AutoTable extends TableView {
  constructor(...given: ConstructorParameters<typeof TableView>) {
    super(...given);
    this.table.dir = 'auto';
  }
}

export function createTables() {
  return [
    Table.configure({
      resizable: true,
      cellMinWidth: MIN_COLUMN_PX,
      lastColumnResizable: true,
      View: AutoTable,
    }),
    TableSpans,
    TableRow,
    TableCell.extend({
      addAttributes() {
        return dropAlign(this.parent?.() as Record<string, unknown>);
      },
    }),
    TableHeader.extend({
      addAttributes() {
        return dropAlign(this.parent?.() as Record<string, unknown>);
      },
    }),
  ];
}
