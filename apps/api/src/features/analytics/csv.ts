import type { FastifyReply } from 'fastify';
import { writeCell } from '#features/audit/index.ts';

/** Values of a row, in the order of the columns. */
type Line = readonly (string | number | boolean | null)[];

/** A table for spreadsheets (RFC 4180). */
export interface Table {
  columns: readonly string[];
  lines: readonly Line[];
}

function writeTable({ columns, lines }: Table): string {
  const rows = [columns, ...lines].map((line) => line.map(writeValue).join(','));
  // The byte order mark marks the file as UTF-8 for spreadsheets.
  return `\uFEFF${rows.join('\r\n')}\r\n`;
}

function writeValue(value: string | number | boolean | null): string {
  if (value === null) return '';
  // Negative numbers are not formulas.
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

/** Rows of one type, with a column per field. */
export function toTable<K extends string>(
  columns: readonly K[],
  rows: readonly Record<K, Line[number]>[],
): Table {
  return { columns, lines: rows.map((row) => columns.map((column) => row[column])) };
}
