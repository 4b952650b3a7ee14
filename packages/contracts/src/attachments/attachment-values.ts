/** Constants for attachments, kept out of the schema files to keep the schema library out of the browser. */
export const ATTACHMENT = {
  /** Media type of upload requests. The actual type is detected from the bytes. */
  upload: 'application/octet-stream',
  perTask: 100,
  name: 200,
  /** Images with more pixels get no preview. */
  maxPixels: 40_000_000,
  /** Maximum length of the longer side of a preview, in pixels. Images are never enlarged. */
  previewSides: { small: 480, large: 2048 },
} as const;

export const PREVIEW_SIZES = ['small', 'large'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** Images that are re-encoded for previews. All other files are download-only. */
const DRAWN_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
type DrawnType = (typeof DRAWN_TYPES)[number];

export function isDrawnType(type: string): type is DrawnType {
  return (DRAWN_TYPES as readonly string[]).includes(type);
}

/** Path separators, and characters that file systems reject. */
const NOT_IN_NAMES = /[/\\:*?"<>|]/g;
/** Control characters, lone surrogates, and bidi marks. Joiners are kept because some scripts need them. */
const UNSEEN = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const LONGEST_ENDING = 12;

/** Sanitizes and truncates a file name, with as few changes as possible. Returns '' if nothing is left. */
export function cleanFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .replaceAll(NOT_IN_NAMES, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
  if (name.length <= ATTACHMENT.name) return name;
  const ending = endingOf(name);
  const start = name.slice(0, ATTACHMENT.name - ending.length);
  // Never cut a surrogate pair in half.
  return (/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start) + ending;
}

/** The extension with its dot: `.pdf` of `Report.pdf`. '' if there is none, or if it is too long to be one. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 || name.length - at > LONGEST_ENDING ? '' : name.slice(at);
}
