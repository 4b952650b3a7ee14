/*
 * Times of day in English and Hindi: '17:30', '5:30 pm', '5pm', 'शाम 5 बजे'. Devanagari digits are
 * supported.
 */
const DIGIT = '[0-9०-९]';
const HALF = String.raw`[ap]\.?\s?m\.?`;
const PART = 'सुबह|दोपहर|शाम|रात|subah|dopahar|dopehar|shaam|raat';

/** Matches an hour with minutes, or with a word for the time of day. `readTimeGroups` parses the groups. */
export const TIME = [
  String.raw`(?<h>${DIGIT}{1,2})(?:[:.](?<m>${DIGIT}{2}))?\s*(?<p>${HALF})`,
  String.raw`(?:(?<p3>${PART})\s+)?(?<h3>${DIGIT}{1,2})(?::(?<m3>${DIGIT}{2}))?\s*(?:बजे|baje)`,
  String.raw`(?<p4>${PART})\s+(?<h4>${DIGIT}{1,2})(?::(?<m4>${DIGIT}{2}))?`,
  String.raw`(?<h1>${DIGIT}{1,2}):(?<m1>${DIGIT}{2})`,
].join('|');
/** A bare hour. */
const BARE = String.raw`(?<h2>${DIGIT}{1,2})`;
const WHOLE = new RegExp(`^(?:${TIME}|${BARE})$`, 'iu');

/** Parses a time of day to `17:30`. Returns null if it is invalid. */
export function readTime(text: string): string | null {
  const match = WHOLE.exec(text.trim().replaceAll(/\s+/g, ' '));
  return match === null ? null : readTimeGroups(match.groups ?? {});
}

/** Converts the groups of a match of TIME to `17:30`. Returns null for an invalid time of day. */
export function readTimeGroups(groups: Readonly<Record<string, string | undefined>>): string | null {
  const given = groups['h'] ?? groups['h1'] ?? groups['h2'] ?? groups['h3'] ?? groups['h4'];
  if (given === undefined) return null;
  const minute = toNumber(groups['m'] ?? groups['m1'] ?? groups['m3'] ?? groups['m4'] ?? '0');
  const part = (groups['p'] ?? groups['p3'] ?? groups['p4'] ?? '').toLowerCase();
  const hour = readHour(toNumber(given), part.replaceAll(/[\s.]/g, ''));
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Converts an hour with a word for the time of day to the 24-hour clock. Returns 24 if am or pm does not fit the hour. */
function readHour(hour: number, part: string): number {
  if (part === '') return hour;
  if (hour > 12 || hour === 0) return part === 'am' || part === 'pm' ? 24 : hour;
  if (part === 'am' || part === 'सुबह' || part === 'subah') return hour % 12;
  if (part === 'रात' || part === 'raat') return hour < 6 || hour === 12 ? hour % 12 : hour + 12;
  return (hour % 12) + 12;
}

function toNumber(text: string): number {
  return Number(text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)));
}
