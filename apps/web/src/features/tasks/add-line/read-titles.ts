const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)])\s+/u;
const BOX = /^\[[ xX]?\]\s+/u;

/**
 * Parses typed or pasted text as titles, one per line. Strips list markers: bullets, numbers, checkboxes and indentation. Skips empty lines
 * and horizontal rules. Titles that are too long are returned unchanged; the caller decides how to handle them.
 */
export function readTitles(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(BULLET, '').replace(BOX, '').trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^[-*_=]{3,}$/u.test(line));
}
