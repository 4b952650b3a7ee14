const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)])\s+/u;
const BOX = /^\[[ xX]?\]\s+/u;

/**
 * Parses what was typed or pasted as titles, a line each: without bullets, numbers, boxes and indentation;
 * empty lines and rules are left out. Lines that are too long for a title come whole: who takes them says
 * what becomes of them.
 */
export function readTitles(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(BULLET, '').replace(BOX, '').trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^[-*_=]{3,}$/u.test(line));
}
