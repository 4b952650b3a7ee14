import { foldWord } from '#core/fold.ts';
import { isOwnName } from './quick-tokens.ts';
import type { QuickToken, QuickValue } from './quick-types.ts';

/*
 * The title of a line: its text without the recognized tokens. A name that the sentence needs remains without its sign, as in 'Lunch with
 * Zoe', because 'Lunch with' is no title.
 */

/** Words after which a name is part of the sentence. Particles of English verbs, as in 'log in', are not among them. */
const LINKS = new Set(
  [
    'with w/ without and & or for to from of about by at on between among against via per plus vs than like as cc re including regarding',
    'mit und oder für von zu zum zur bei beim an ohne gegen über wegen samt plus met en voor van aan bij zonder',
    'avec et ou pour de du des à chez par sans contre entre sur vers',
    'con y e o u para por a al del sin contra según sobre hacia',
    'مع و أو او ثم إلى الى من عن على عند بدون ل لـ ب بـ بين حول',
    'और या तथा व aur',
  ].flatMap((words) => words.split(' ')),
);
/** Hindi words after a name, conjunctions between a name and a word, and the verb form in '@kim to review'. */
const AFTER_NAME =
  /^\s*(?:(?:के|का|की|को|से|ने|पर|में|और|या|तथा|ke|ka|ki|ko|se|aur|and|or|und|oder|et|ou|y|o|e|و|أو|او|مع|to)(?=\s|$)|&|و(?=\p{L}))/iu;
const LAST_WORD = /(?<![\p{L}\p{M}\p{N}'’-])([\p{L}\p{M}ـ/]+|&)\s*$/u;
/** Longest text, in UTF-16 code units, in which the words next to a name are searched. Bounds the time for long texts. */
const MAX_AROUND = 40;
/** Text between the names of a list. */
const IN_LIST =
  /^\s*(?:[,،/&+]|(?:[,،]\s*)?(?<![\p{L}\p{M}])(?:and|or|und|oder|et|ou|y|e|o|u|en|of|و|أو|او|और|या|तथा|aur)\s*)\s*$/iu;
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]\s*$/u;
const BEGINS_WITH_WORD = /^\s*,?\s+[\p{L}\p{N}]/u;

/** Removes the recognized tokens from the text, and the punctuation that separated them: "Friday: call Ann" becomes "call Ann". */
export function takeOut(text: string, tokens: readonly QuickToken[]): string {
  if (tokens.length === 0) return text;
  let title = '';
  let at = 0;
  let isCutAtStart = false;
  let isCutAtEnd = false;
  for (const group of groupTokens(text, tokens)) {
    title += text.slice(at, group.start);
    at = group.end;
    const isKept = isInSentence(title.slice(-MAX_AROUND), readAfter(text, tokens, at), group);
    if (isKept) title += nameAll(text, group);
    else isCutAtStart ||= title.trim() === '';
    isCutAtEnd = !isKept;
  }
  const end = text.slice(at);
  return tidy(title + end, isCutAtStart, isCutAtEnd && end.trim() === '');
}

/** The people or labels of a list, such as '@zoe, @jose and @kim', which remain or are removed together, or any other token. */
interface TokenGroup {
  kind: QuickValue['kind'] | undefined;
  start: number;
  end: number;
  tokens: [QuickToken, ...QuickToken[]];
}

function groupTokens(text: string, tokens: readonly QuickToken[]): TokenGroup[] {
  const groups: TokenGroup[] = [];
  for (const token of tokens) {
    const kind = token.values[0]?.kind;
    const isSeveral = kind === 'person' || kind === 'label';
    const last = groups.at(-1);
    if (
      last !== undefined &&
      last.kind === kind &&
      isSeveral &&
      IN_LIST.test(text.slice(last.end, token.start))
    ) {
      last.tokens.push(token);
      last.end = token.end;
    } else groups.push({ kind, start: token.start, end: token.end, tokens: [token] });
  }
  return groups;
}

/** The text that follows an offset, without the tokens. */
function readAfter(text: string, tokens: readonly QuickToken[], from: number): string {
  let rest = '';
  let at = from;
  for (const { start, end } of tokens) {
    if (start < from) continue;
    if (rest.length >= MAX_AROUND) break;
    rest += text.slice(at, start);
    at = end;
  }
  return (rest + text.slice(at, at + MAX_AROUND)).slice(0, MAX_AROUND);
}

/** Whether the sentence around a name is incomplete without the name. */
function isInSentence(before: string, after: string, { kind, tokens: [token] }: TokenGroup): boolean {
  if (kind !== 'person' && kind !== 'project' && kind !== 'label') return false;
  const [, last = ''] = LAST_WORD.exec(before) ?? [];
  // A single capital is no word: 'Vitamin A'.
  if (LINKS.has(last.length === 1 ? last : last.toLowerCase())) return true;
  if (kind !== 'person') return last.toLowerCase() === 'in';
  if (AFTER_NAME.test(after)) return true;
  return ENDS_IN_WORD.test(before) && BEGINS_WITH_WORD.test(after) && !isOwnName(token.text.slice(1));
}

function nameAll(text: string, { start, tokens }: TokenGroup): string {
  let names = '';
  let at = start;
  for (const token of tokens) {
    names += text.slice(at, token.start) + nameOf(token);
    at = token.end;
  }
  return names;
}

/** The name as the title shows it: the full name if it was typed, or else its word that was typed or begun. */
function nameOf({ text, values }: QuickToken): string {
  const typed = text.slice(1);
  const names = new Set(values.flatMap((value) => ('name' in value ? [pickWords(value.name, typed)] : [])));
  const [name] = names;
  return name === undefined || names.size > 1 ? typed : name;
}

function pickWords(name: string, typed: string): string {
  if (/\s|^["“]/u.test(typed)) return name;
  const words = name.split(/\s+/);
  const begun = isOwnName(typed)
    ? undefined
    : words.find((word) => foldWord(word).startsWith(foldWord(typed)));
  return begun ?? words[0] ?? name;
}

function tidy(title: string, isCutAtStart: boolean, isCutAtEnd: boolean): string {
  const rest = title
    .replaceAll(/\(\s*\)|\[\s*\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:،](?:\s|$))/g, '')
    .replaceAll(/,(?:\s*,)+/g, ',')
    .trim();
  const withoutStart = isCutAtStart ? rest.replace(/^(?:[,;:،–—]+|-(?=\s))\s*/u, '') : rest;
  return isCutAtEnd ? withoutStart.replace(/(?:[,;:،–—]+|(?<=\s)-)$/u, '').trim() : withoutStart;
}
