/** The fixed values of files on tasks; free of the schema library, so that the browser loads only these. */
export const ATTACHMENT = {
  /** What files are sent as: what they are is read from their bytes. */
  upload: 'application/octet-stream',
  perTask: 100,
  name: 200,
  /** More is drawn for nobody. */
  maxPixels: 40_000_000,
  /** The longer side of what is drawn of a picture. */
  previewSides: { small: 480, large: 2048 },
} as const;

export const PREVIEW_SIZES = ['small', 'large'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** Pictures that are re-encoded to be looked at; everything else is only handed out as a file. */
const DRAWN_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
type DrawnType = (typeof DRAWN_TYPES)[number];

export function isDrawnType(type: string): type is DrawnType {
  return (DRAWN_TYPES as readonly string[]).includes(type);
}

/** Separators of paths, and what file systems refuse. */
const NOT_IN_NAMES = /[/\\:*?"<>|]/g;
/** Control characters, halves of characters, and marks that turn the direction of what follows; joiners are letters' own. */
const UNSEEN = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const LONGEST_ENDING = 12;

/** Sanitises a file name, as near to what was given as can be; '' where nothing is left of it. */
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
  // Never half a surrogate pair.
  return (/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start) + ending;
}

/** `.pdf` of `Report.pdf`; '' where there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 || name.length - at > LONGEST_ENDING ? '' : name.slice(at);
}
