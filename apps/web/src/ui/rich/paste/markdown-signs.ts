import { findFences, isLikeCode, isYamlOnly } from './code-signs.ts';
import { startsWithMonth } from '@hearth/contracts/rich-text/markdown/month-names';

/** Longer content is pasted verbatim because parsing it would block the page. */
const MAX_CHARACTERS = 200_000;

const HEADING = /^ {0,3}#{1,6}[ \t]+\S/;
const SUB_HEADING = /^ {0,3}#{2,6}[ \t]+\S/;
const TASK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\](?:[ \t]|$)/;
const BULLET = /^[ \t]*([-*+])[ \t]+\S/;
const NUMBERED = /^[ \t]*(\d{1,9})[.)][ \t]+(\S.*)/;
const QUOTE = /^ {0,3}>/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}={3,}[ \t]*$/;
const FRONT_MATTER = /^---[ \t]*\n["']?\w[\w .-]*["']?:(?:[ \t][^\n]*)?\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/;
/** Matches `[text](https://…)`, images and delimited bold text. `f(**a, **b)` is not bold text. */
const LINK = /!?\[[^\]\n]*\]\((?:https?:|mailto:|\.{0,2}\/|#)[^\s)]*(?:[ \t]+"[^"\n]*")?\)/;
const BOLD = /(?<![\w*\\])(\*\*|__)(?=[^\s*_])[^*\n]*?[^\s*](?<!\\)\1(?![\w*]|\.\w)/;
const CODE_SPAN = /(?<!`)`[^`\n]+`(?!`)/;
const SENTENCE =
  /^[\p{Lu}\p{Lo}].*[.!?:]$|^[\p{Lu}\p{Lo}]\S*\s+(?:\S+\s+){2,}\S|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u;

interface Lines {
  all: readonly string[];
  /** The non-empty lines. */
  some: readonly string[];
}

/**
 * Heuristic for whether pasted text is Markdown. Lines are evaluated in context because most markers have other meanings elsewhere: `#
 * port` in a configuration, `- name: a` in YAML, `3. May` in a letter.
 */
export function isLikeMarkdown(given: string): boolean {
  if (given.length > MAX_CHARACTERS) return false;
  const text = given.replaceAll(/\r\n?/g, '\n');
  const { lines, hasFence } = findFences(text.split('\n'));
  const read = { all: lines, some: lines.filter((line) => line.trim() !== '') };
  if (hasFence || hasTable(read) || read.some.some((line) => TASK.test(line)) || hasFrontMatter(text))
    return true;
  if (isLikeCode(lines)) return false;
  const bare = read.some.map((line) => line.replaceAll(/(`+)[^\n]*?\1/g, ''));
  if (bare.some((line) => LINK.test(line) || BOLD.test(line))) return true;
  return hasHeading(read) || hasList(read) || hasQuote(read) || isMarked(read);
}

/** Whether there is front matter that is followed by prose. YAML with several documents begins the same. */
function hasFrontMatter(text: string): boolean {
  const [whole] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined) return false;
  const rest = text.slice(whole.length).split('\n');
  return !isLikeCode(rest) && !isYamlOnly(rest);
}

function hasTable({ all }: Lines): boolean {
  return all.some((line, at) => {
    const head = all[at - 1] ?? '';
    return (
      line.includes('-') &&
      TABLE_RULE.test(line) &&
      head.includes('|') &&
      (line.includes('|') || head.trim().startsWith('|'))
    );
  });
}

/**
 * Whether there is a heading or a divider. A first-level heading must not be directly above text, other than a sentence: that would be a
 * comment in a script or a configuration.
 */
function hasHeading({ all, some }: Lines): boolean {
  if (some.some((line) => SUB_HEADING.test(line))) return true;
  return all.some((line, at) => {
    const next = all[at + 1] ?? '';
    if (UNDERLINE.test(line)) return (all[at - 1] ?? '').trim() !== '';
    if (!HEADING.test(line)) return RULE.test(line) && (all[at - 1] ?? '').trim() === '' && some.length > 1;
    return next.trim() === '' || isBlockSign(next) || SENTENCE.test(next);
  });
}

function isBlockSign(line: string): boolean {
  return [BULLET, NUMBERED, QUOTE, TABLE_RULE, RULE].some((sign) => sign.test(line));
}

/** Requires at least two bullets, at least two consecutive numbers, or only items. `-` and `+` together indicate a diff. */
function hasList({ some }: Lines): boolean {
  const bullets = some.flatMap((line) => (RULE.test(line) ? [] : (BULLET.exec(line)?.[1] ?? [])));
  if (new Set(bullets).size > 1 && some.length === bullets.length && bullets.includes('+')) return false;
  const items = some.flatMap((line) => {
    const [, number, words = ''] = NUMBERED.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), words }];
  });
  const numbers = items.map(({ number }) => number);
  // Dates such as `1. Mai`, `1. Juni`: a list would be renumbered.
  const isRenumbered = numbers.some((number, at) => number !== (numbers[0] ?? 0) + at);
  if (isRenumbered && items.every(({ words }) => startsWithMonth(words))) return false;
  const seen = new Set<number>();
  const isCounting = numbers.every((number) => {
    const isNext = seen.size === 0 || number === 1 || seen.has(number) || seen.has(number - 1);
    seen.add(number);
    return isNext;
  });
  if (bullets.length >= 2 || (numbers.length >= 2 && isCounting)) return true;
  const [first = ''] = some;
  const isWhole = some
    .slice(1)
    .every((line) => /^[ \t]/.test(line) || BULLET.test(line) || NUMBERED.test(line));
  return isWhole && (bullets.length > 0 || (numbers.length === 1 && NUMBERED.exec(first)?.[1] === '1'));
}

/** A quote must not be directly followed by text. That text would become part of the quote. */
function hasQuote({ all, some }: Lines): boolean {
  if (!some.some((line) => QUOTE.test(line))) return false;
  return all.every((line, at) => {
    const next = all[at + 1] ?? '';
    return !QUOTE.test(line) || next.trim() === '' || QUOTE.test(next);
  });
}

/** Inline code indicates Markdown only if most lines contain inline code. */
function isMarked({ some }: Lines): boolean {
  return some.filter((line) => CODE_SPAN.test(line)).length * 2 > some.length;
}
