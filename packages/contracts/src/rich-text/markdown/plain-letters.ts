import { isCjk } from './cjk-emphasis.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** A character reference written by the serializer to make adjacent emphasis valid CommonMark. */
const NAMED = /(?<!\\)&#x([0-9A-F]{2,5});/g;
/** Maximum number of parses. Markdown that needs more parses keeps some references. */
const MAX_TRIES = 40;

/** Replaces character references with Chinese, Japanese and Korean letters where the text still parses the same. */
export function writePlainLetters(markdown: string): string {
  const replacements = [...markdown.matchAll(NAMED)].flatMap(({ index, 0: name, 1: digits = '' }) => {
    const letter = String.fromCodePoint(Number.parseInt(digits, 16));
    return isCjk(letter) ? [{ start: index, end: index + name.length, letter }] : [];
  });
  if (replacements.length === 0) return markdown;
  const expected = JSON.stringify(parseMarkdown(markdown));
  let tries = 0;
  let accepted: typeof replacements = [];
  const stack = [replacements];
  for (let some = stack.pop(); some !== undefined && tries < MAX_TRIES; some = stack.pop()) {
    tries += 1;
    const all = [...accepted, ...some].toSorted((one, other) => one.start - other.start);
    if (JSON.stringify(parseMarkdown(replaceAt(markdown, all))) === expected) accepted = all;
    else if (some.length > 1) {
      const half = some.length >> 1;
      stack.push(some.slice(half), some.slice(0, half));
    }
  }
  return replaceAt(markdown, accepted);
}

function replaceAt(
  text: string,
  replacements: readonly { start: number; end: number; letter: string }[],
): string {
  let written = '';
  let at = 0;
  for (const { start, end, letter } of replacements) {
    written += `${text.slice(at, start)}${letter}`;
    at = end;
  }
  return written + text.slice(at);
}
