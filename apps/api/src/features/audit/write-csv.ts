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

/** Writes CSV for spreadsheets (RFC 4180), one line per entry, newest first. */
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
  // The byte order mark marks the file as UTF-8 for spreadsheets.
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Prevents CSV injection by prefixing a potential formula with an apostrophe. */
export function writeCell(text: string): string {
  const isFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) || /^[\t\r\n]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return isFormula || /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
