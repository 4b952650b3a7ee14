import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import { TableSpans } from './table-spans.ts';

/** Narrower than this no column is dragged. */
const MIN_COLUMN_PX = 60;

/** Alignment as an attribute of ours: the page's policy takes no styles in elements, and sides turn with the text. */
const ALIGN = {
  default: null,
  parseHTML: (element: HTMLElement): unknown => {
    const { align = element.style.textAlign || element.getAttribute('align')?.toLowerCase() } =
      element.dataset;
    return findNodeRule('tableCell')?.attrs?.['align']?.(align) === true ? align : null;
  },
  renderHTML: ({ align }: Record<string, unknown>) => (align === null ? {} : { 'data-align': align }),
};

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
        return { ...this.parent?.(), align: ALIGN };
      },
    }),
    TableHeader.extend({
      addAttributes() {
        return { ...this.parent?.(), align: ALIGN };
      },
    }),
  ];
}
