import { endingOf } from '@hearth/contracts/attachments/attachment-values';
import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable,
  type Icon,
} from '@tabler/icons-react';

const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const ARCHIVES = new Set(['application/zip', 'application/gzip']);
/** Extensions of text documents and presentations. Some of these formats are ZIP containers, so the extension decides. */
const TEXTS = new Set(['.docx', '.odt', '.pages', '.doc', '.rtf', '.pptx', '.odp', '.key']);
const TABLES = new Set(['.xlsx', '.ods', '.numbers', '.csv', '.xls']);
/** Maximum size of a text preview, in bytes. */
const MAX_TEXT_BYTES = STEP * STEP;

/**
 * Formats a file size, such as '1.2 MB'.
 * @param number formats numbers in the reader's locale
 */
export function describeBytes(
  bytes: number,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const step = Math.min(UNITS.length - 1, bytes === 0 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = bytes / STEP ** step;
  return number(value, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  });
}

/** Returns the icon for a file type. The icon is only a hint. Nothing else depends on it. */
export function iconOfFile({ name, type }: { name: string; type: string }): Icon {
  const ending = endingOf(name).toLowerCase();
  if (TABLES.has(ending)) return IconTable;
  if (TEXTS.has(ending) || type.startsWith('text/')) return IconFileText;
  if (type === 'application/pdf') return IconFileTypePdf;
  if (type.startsWith('image/')) return IconPhoto;
  if (type.startsWith('video/')) return IconMovie;
  if (type.startsWith('audio/')) return IconMusic;
  return ARCHIVES.has(type) ? IconFileZip : IconFile;
}

/** Whether the file can be previewed in the page. Other files are downloaded. */
export function isShown({
  type,
  bytes,
  width,
}: {
  type: string;
  bytes: number;
  width: number | null;
}): boolean {
  return width !== null || (type === 'text/plain' && bytes <= MAX_TEXT_BYTES);
}
