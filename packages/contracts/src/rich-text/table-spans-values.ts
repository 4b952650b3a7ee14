import { MAX_CELLS } from './markdown/floods.ts';
import type { RichNode } from './rich-text-values.ts';

/** Maximum number of columns. */
const MAX_COLUMNS = 100;

/**
 * Clamps the spans of a table to its last row, the maximum number of columns and the cell limit. Browsers and the Markdown writer lay out
 * every position, so a few cells that span a thousand rows and columns would exhaust memory.
 */
export function clampSpans(rows: readonly RichNode[]): readonly RichNode[] {
  if (!rows.some(({ content = [] }) => content.some(isSpanning))) return rows;
  const widths = rows.map(() => 0);
  let cellCount = 0;
  return rows.map((row, at) => {
    const { content } = row;
    if (content === undefined) return row;
    return {
      ...row,
      content: content.map((cell) => {
        const height = Math.min(spanOf(cell, 'rowspan'), rows.length - at);
        const room = MAX_COLUMNS - (widths[at] ?? 0);
        const width = Math.max(1, Math.min(spanOf(cell, 'colspan'), room));
        const isFitting = cellCount + width * height <= MAX_CELLS;
        const [colspan, rowspan] = isFitting ? [width, height] : [1, 1];
        cellCount += colspan * rowspan;
        for (let below = at; below < at + rowspan; below += 1) widths[below] = (widths[below] ?? 0) + colspan;
        return resize(cell, colspan, rowspan);
      }),
    };
  });
}

function isSpanning(cell: RichNode): boolean {
  return spanOf(cell, 'colspan') > 1 || spanOf(cell, 'rowspan') > 1;
}

function spanOf({ attrs }: RichNode, name: 'colspan' | 'rowspan'): number {
  const value = attrs?.[name];
  return typeof value === 'number' ? value : 1;
}

/** Drops the widths of columns that are no longer spanned. */
function resize(cell: RichNode, colspan: number, rowspan: number): RichNode {
  if (spanOf(cell, 'colspan') === colspan && spanOf(cell, 'rowspan') === rowspan) return cell;
  const widths: unknown = cell.attrs?.['colwidth'];
  const colwidth = Array.isArray(widths) ? (widths.slice(0, colspan) as unknown[]) : null;
  return { ...cell, attrs: { ...cell.attrs, colspan, rowspan, colwidth } };
}
