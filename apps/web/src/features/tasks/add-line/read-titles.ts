const BULLET = /^\s*[-*+•–—]\s+/u;
const NUMBER = /^\s*(\d{1,3})[.)]\s+/u;
const BOX = /^\[([ xX]?)\]\s+/u;

/** A title, and whether its checkbox was ticked. */
export interface TitleLine {
  title: string;
  isDone: boolean;
}

/** Whether the numbers of lines count up from 1, or are all 1. Otherwise they belong to the titles, as in "5. December". */
function isCounting(lines: readonly string[]): boolean {
  const numbers = lines.flatMap((line) => NUMBER.exec(line)?.[1] ?? []).map(Number);
  return (
    numbers.length > 1 &&
    numbers.every((number, at) => number === at + 1 || numbers.every((one) => one === 1))
  );
}

/**
 * Parses typed or pasted text as titles, one per line. Strips list markers: bullets, numbers, checkboxes and indentation. Skips empty lines
 * and horizontal rules. Titles that are too long are returned unchanged; the caller decides how to handle them.
 */
export function readTitleLines(text: string): TitleLine[] {
  const lines = text.split(/\r?\n/u);
  const isNumbered = isCounting(lines);
  return lines
    .map((line) => (isNumbered ? line.replace(NUMBER, '') : line))
    .map((line) => {
      const words = line.replace(BULLET, '');
      const isDone = BOX.exec(words)?.[1]?.toLowerCase() === 'x';
      return { title: words.replace(BOX, '').trim().replaceAll(/\s+/g, ' '), isDone };
    })
    .filter(({ title }) => title !== '' && !/^[-*_=]{3,}$/u.test(title));
}

export function readTitles(text: string): string[] {
  return readTitleLines(text).map(({ title }) => title);
}
