import type { FastifyReply } from 'fastify';
import { writeCell } from '#features/audit/index.ts';

/** The values of a row, in column order. */
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

/** Builds a table from rows of one type, with one column per field. */
export function toTable<K extends string>(
  columns: readonly K[],
  rows: readonly Record<K, Line[number]>[],
): Table {
  return { columns, lines: rows.map((row) => columns.map((column) => row[column])) };
}
