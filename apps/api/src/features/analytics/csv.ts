import type { FastifyReply } from 'fastify';
import { writeCell } from '#features/audit/index.ts';

/** The values of a row, in column order. */
type Line = readonly (string | number | boolean | null)[];

/** A table to be sent as CSV (RFC 4180). */
export interface Table {
  columns: readonly string[];
  lines: readonly Line[];
}

function writeTable({ columns, lines }: Table): string {
  const rows = [columns, ...lines].map((line) => line.map(writeValue).join(','));
  // Spreadsheet applications detect UTF-8 by the byte order mark.
  return `\uFEFF${rows.join('\r\n')}\r\n`;
}

function writeValue(value: string | number | boolean | null): string {
  if (value === null) return '';
  // Numbers are not escaped: a negative number is not a formula.
  return typeof value === 'string' ? writeCell(value) : String(value);
}

export async function sendTable(reply: FastifyReply, name: string, table: Table): Promise<void> {
  await reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="hearth-${name}.csv"`,
    })
    .send(writeTable(table));
}

/** Builds a table with the given fields of the rows as columns. */
export function toTable<K extends string>(
  columns: readonly K[],
  rows: readonly Record<K, Line[number]>[],
): Table {
  return { columns, lines: rows.map((row) => columns.map((column) => row[column])) };
}
