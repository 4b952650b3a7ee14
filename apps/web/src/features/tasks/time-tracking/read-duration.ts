const HOUR = 3600;
const MINUTE = 60;

/** Durations written as words, in hours. */
const WORDS: Readonly<Record<string, number>> = {
  'half an hour': 0.5,
  'an hour': 1,
  'आधा घंटा': 0.5,
  'आधे घंटे': 0.5,
  'पौन घंटा': 0.75,
  'पौने घंटे': 0.75,
  'एक घंटा': 1,
  'सवा घंटा': 1.25,
  'डेढ़ घंटा': 1.5,
  'डेढ़ घंटे': 1.5,
  'ढाई घंटे': 2.5,
};
const HOURS = '(?:hours?|hrs?|h|घण्टा|घण्टे|घंटा|घंटे|घंटों|घं)\\.?';
const MINUTES = '(?:minutes?|mins?|m|मिनटों|मिनट|मि)\\.?';
const CLOCK = /^(\d{1,2}):([0-5]\d)$/u;
const PARTS = new RegExp(
  `^(?:(\\d{1,4}(?:[.,]\\d{1,3})?)\\s*${HOURS})?(?:\\s*(\\d{1,5})(?:\\s*${MINUTES})?)?$`,
  'u',
);

/**
 * Parses a duration such as `1h 30m`, `90m`, `90`, `1:30`, `1.5h` or `डेढ़ घंटा`. A number without a unit is in
 * minutes.
 * @returns seconds, rounded to whole minutes, or null if the text is not a duration
 */
export function readDuration(typed: string): number | null {
  const text = fold(typed);
  if (text === '') return null;
  const word = WORDS_FOLDED.get(text);
  if (word !== undefined) return word * HOUR;
  const clock = CLOCK.exec(text);
  if (clock !== null) return Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE;
  const parts = PARTS.exec(text);
  if (parts === null) return null;
  const [, hours, minutes] = parts;
  const seconds = Number((hours ?? '0').replace(',', '.')) * HOUR + Number(minutes ?? '0') * MINUTE;
  return Math.round(seconds / MINUTE) * MINUTE;
}

/** Normalizes the digits of both scripts, letter variants and abbreviation marks. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[०-९]/gu, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFC')
    .replaceAll('॰', '.')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const WORDS_FOLDED = new Map(Object.entries(WORDS).map(([word, hours]) => [fold(word), hours]));
