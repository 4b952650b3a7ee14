import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import { TableSpans } from './table-spans.ts';
import { TableStart } from './table-start.ts';

/** Minimum width of a column while it is being resized. */
const MIN_COLUMN_PX = 60;

/** Alignment as a custom attribute: the CSP forbids inline styles, and start/end follow the text direction. */
const ALIGN = {
  default: null,
  parseHTML: (element: HTMLElement): unknown => {
    const { align = element.style.textAlign || element.getAttribute('align')?.toLowerCase() } =
      element.dataset;
    return findNodeRule('tableCell')?.attrs?.['align']?.(align) === true ? align : null;
  },
  renderHTML: ({ align }: Record<string, unknown>) => (align === null ? {} : { 'data-align': align }),
};

/** Column order follows the text direction of the content. */
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
    TableStart,
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
