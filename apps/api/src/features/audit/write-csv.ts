import type { AuditEntry, AuditPerson } from '@hearth/contracts/audit/audit';

const COLUMNS = [
  'number',
  'at',
  'person',
  'personId',
  'act',
  'object',
  'objectId',
  'objectName',
  'details',
  'address',
  'requestId',
  'tokenId',
  'hash',
] as const;

/** Writes CSV for spreadsheets (RFC 4180), with a header and one line per entry in the given order. */
export function writeCsv(entries: readonly AuditEntry[], people: readonly AuditPerson[]): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const lines = entries.map((entry) =>
    [
      String(entry.number),
      entry.at,
      entry.actorId === null ? '' : (names.get(entry.actorId) ?? ''),
      entry.actorId ?? '',
      entry.act,
      entry.object.kind,
      entry.object.id ?? '',
      entry.object.name ?? '',
      JSON.stringify(entry.details),
      entry.address ?? '',
      entry.requestId ?? '',
      entry.tokenId ?? '',
      entry.hash,
    ]
      .map(writeCell)
      .join(','),
  );
  // Spreadsheet applications detect UTF-8 by the byte order mark.
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Quotes a value if necessary, and prevents CSV injection by prefixing a potential formula with an apostrophe. */
export function writeCell(text: string): string {
  const isFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) || /^[\t\r\n]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return isFormula || /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
