const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)])\s+/u;
const BOX = /^\[[ xX]?\]\s+/u;

/**
 * Parses typed or pasted text as titles, one per line: strips bullets, numbers, checkboxes and indentation; skips
 * empty lines and rules. Lines that are too long for a title are returned whole: the caller decides how to handle
 * them.
 */
export function readTitles(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(BULLET, '').replace(BOX, '').trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^[-*_=]{3,}$/u.test(line));
}
