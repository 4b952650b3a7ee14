import { rename } from './tidy-html-parts.ts';

/** Elements that indicate that a cell has more than one line of text. */
const BLOCKS = 'p, div, ul, ol, table, pre, blockquote, h1, h2, h3, h4, h5, h6';

export function tidyTables(root: Element, hasTables: boolean): void {
  // Innermost tables first so that no nested table remains.
  for (const table of [...root.querySelectorAll('table')].toReversed()) {
    const rows = [...table.rows];
    const [cell] = table.querySelectorAll('td, th');
    const isAlone = table.querySelectorAll('td, th').length === 1;
    // A single spreadsheet cell is pasted as text, without a table.
    if (isAlone && cell !== undefined && isSheet(root)) table.replaceWith(...cell.childNodes);
    else if (!hasTables) table.replaceWith(...rows.map(makeLine));
    else markHead(rows);
  }
  // Handles rows that were pasted without their table.
  if (!hasTables)
    for (const row of root.querySelectorAll<HTMLTableRowElement>('tr')) row.replaceWith(makeLine(row));
}

function isSheet(root: Element): boolean {
  return (
    root.querySelector(
      'google-sheets-html-origin, [class^="xl"], [data-sheets-value], [data-sheets-root], meta[name="ProgId" i][content^="Excel" i], meta[name="Generator" i]:is([content*="LibreOffice" i], [content*="Excel" i])',
    ) !== null
  );
}

/** Marks the first row as the header if it is in a `thead` or bold. Spreadsheets and editors have no header rows. */
function markHead([first, ...others]: readonly HTMLTableRowElement[]): void {
  if (first === undefined || others.length === 0) return;
  const cells = [...first.cells];
  const isHead = first.closest('thead') !== null || (cells.length > 0 && cells.every(isBold));
  if (!isHead) return;
  for (const cell of cells) if (cell.tagName !== 'TH') rename(cell, 'th');
}

function isBold(cell: HTMLTableCellElement): boolean {
  if (cell.tagName === 'TH' || isHeavy(cell.style.fontWeight)) return true;
  const text = (cell.textContent ?? '').trim();
  const bold = [...cell.querySelectorAll<HTMLElement>('b, strong, [data-aside-style]')].find(
    (one) => /^(?:B|STRONG)$/.test(one.tagName) || isHeavy(one.style.fontWeight),
  );
  return text !== '' && (bold?.textContent ?? '').trim() === text;
}

function isHeavy(weight: string): boolean {
  return /^bold|^[6-9]00$/.test(weight);
}

/** Converts a row to a line of text if tables are not allowed. */
function makeLine(row: HTMLTableRowElement): Element {
  const line = row.ownerDocument.createElement('p');
  for (const [at, cell] of [...row.cells].entries()) {
    if (at > 0) line.append(' | ');
    const part = row.ownerDocument.createElement('span');
    part.style.fontWeight = cell.style.fontWeight;
    const lineElement = findLine(cell);
    if (lineElement.querySelector(BLOCKS) === null) part.append(...lineElement.childNodes);
    else part.append(readBlocks(lineElement));
    line.append(part);
  }
  return line;
}

/** Returns the only line of a cell, or the cell itself. */
function findLine(cell: Element): Element {
  const [line, ...others] = cell.children;
  const isOnly = line !== undefined && others.length === 0 && /^(?:P|DIV)$/.test(line.tagName);
  return isOnly && (line.textContent ?? '').trim() === (cell.textContent ?? '').trim()
    ? findLine(line)
    : cell;
}

function readBlocks(cell: Element): string {
  for (const block of cell.querySelectorAll(`${BLOCKS}, li`)) block.append(' ');
  return (cell.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
}
