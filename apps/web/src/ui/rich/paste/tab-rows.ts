import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { DOCUMENT_LIMITS } from '@hearth/contracts/rich-text/rich-text-values';

/** A cell with a tab, a line break or a quote is quoted, with inner quotes doubled. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g;
/** The marker of a list item that was copied as text. A tab follows the marker. */
const SIGN = /^[\t ]*(?:[\u00b7\u2022\u25e6\u25aa\u2023\u2013\u2610-\u2612*o-]|\(?(?:\d{1,3}|[a-z])[.)])$/i;
/** Each cell also counts its paragraph and its text against the document's node limit. */
const MAX_CELLS = DOCUMENT_LIMITS.nodes / 5;

/**
 * Returns the rows of a spreadsheet range, with an equal number of cells in each and at least two columns and two rows. Returns null if the
 * text is not a range or has too many cells.
 */
export function readTabRows(given: string): string[][] | null {
  const text = given.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!text.includes('\t')) return null;
  const rows: string[][] = [[]];
  for (const { index, 0: whole, 1: quoted, 2: bare = '', 3: end } of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\n') rows.push([]);
    if (index + whole.length === text.length && end === '') break;
  }
  const columns = rows[0]?.length ?? 0;
  const isRange = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns);
  // Tabs at the start of all lines are code indentation.
  const isIndented = rows.every((row) => row.slice(0, -1).every((cell) => cell === ''));
  const isList = rows.every(([first = '']) => SIGN.test(first));
  return isRange && !isIndented && !isList && rows.length * columns <= MAX_CELLS ? rows : null;
}

/**
 * Creates a table from the rows. Returns null if the schema has no tables. The first row becomes the header if all its cells begin with a
 * letter.
 */
export function makeTable(rows: readonly (readonly string[])[], { nodes }: Schema): Slice | null {
  const { table, tableRow, tableCell, tableHeader, paragraph, hardBreak, text } = nodes;
  if (
    table === undefined ||
    tableRow === undefined ||
    tableCell === undefined ||
    tableHeader === undefined ||
    paragraph === undefined ||
    hardBreak === undefined ||
    text === undefined
  )
    return null;
  const isHead = rows[0]?.every((cell) => /^\p{L}/u.test(cell)) ?? false;
  const tableRows = rows.map((row, at) =>
    tableRow.create(
      null,
      row.map((cell) => {
        const lines = cell.split('\n').map(cleanLine);
        const content = lines.flatMap((line, nth) => [
          ...(nth === 0 ? [] : [hardBreak.create()]),
          ...(line === '' ? [] : [text.schema.text(line)]),
        ]);
        return (isHead && at === 0 ? tableHeader : tableCell).create(null, paragraph.create(null, content));
      }),
    ),
  );
  return new Slice(Fragment.from(table.create(null, tableRows)), 0, 0);
}

/** Removes characters that are not allowed in the document. */
export function cleanLine(line: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are not allowed in text
  return line.toWellFormed().replaceAll(/[\u0000-\u0008\u000a-\u001f]/g, '');
}
