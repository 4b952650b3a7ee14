/** A folded word and its position in the text. */
export interface Link {
  folded: string;
  start: number;
  end: number;
}

const MAX_LINKS = 8;
const HYPHENS = '-_\u2010\u2011';
const APOSTROPHES = "'’";
const LINKS = `${HYPHENS}${APOSTROPHES}&./`;
/** Second elements of English contractions such as don't and we'll. */
const CONTRACTED = new Set(['t', 're', 've', 'll', 'm', 'd']);
const NUMBER = /^\d+$/;
const VERSION = /^v?\d+$/;
const LETTERS = /^\p{L}+$/u;

/** Whether a sign such as a hyphen joins two words. Only an ampersand may be surrounded by spaces, as in R & D. */
export function isLinked(text: string, one: Link, next: Link): boolean {
  const between = text.slice(one.end, next.start);
  return between.length === 1 ? LINKS.includes(between) : between === ' & ';
}

/**
 * Lists the joined spellings of words separated by signs: `email` for e-mail, `r&d`, `obrien`, `nodejs`, `cicd`, `2.10.3` for v2.10.3.
 * @param chain words that are each separated by a sign
 */
export function joinChain(text: string, chain: readonly Link[]): Link[] {
  const joined: Link[] = [];
  const links = chain.slice(0, MAX_LINKS);
  let from = 0;
  while (from < links.length - 1) {
    const sign = signAfter(text, links, from);
    let to = from + 1;
    while (to < links.length - 1 && signAfter(text, links, to) === sign) to += 1;
    const part = links.slice(from, to + 1);
    const isHyphen = HYPHENS.includes(sign);
    // Also join each pair of adjacent words in longer chains, such as state-of-the-art or e-mail-adresse.
    if (isHyphen && part.length > 2) {
      for (let at = 0; at < part.length - 1; at += 1)
        joined.push(...join(text, part.slice(at, at + 2), sign));
    }
    joined.push(...join(text, part, sign));
    from = to;
  }
  return joined;
}

function signAfter(text: string, links: readonly Link[], at: number): string {
  return text.slice(links[at]?.end, links[at + 1]?.start).trim();
}

function join(text: string, links: readonly Link[], sign: string): Link[] {
  const folded = write(
    text,
    links,
    links.map((link) => link.folded),
    sign,
  );
  const [first, last] = [links[0], links.at(-1)];
  if (folded === null || first === undefined || last === undefined) return [];
  return [{ folded, start: first.start, end: last.end }];
}

/** Writes words separated by `sign` as one word. @returns null if they are not usually written as one word */
function write(text: string, links: readonly Link[], words: readonly string[], sign: string): string | null {
  const [first = '', second = ''] = words;
  if (HYPHENS.includes(sign)) return words.some((word) => !NUMBER.test(word)) ? words.join('') : null;
  const areShort = words.every((word) => word.length <= 3 && LETTERS.test(word));
  if (sign === '/') return areShort ? words.join('') : null;
  if (sign === '&') return words.every((word) => word.length <= 3) ? words.join('&') : null;
  if (APOSTROPHES.includes(sign)) {
    const isName = first.length === 1 && /\p{Lu}/u.test(text[links[1]?.start ?? 0] ?? '');
    return words.length === 2 && (isName || CONTRACTED.has(second)) ? words.join('') : null;
  }
  if (sign !== '.') return null;
  if (VERSION.test(first) && words.slice(1).every((word) => NUMBER.test(word))) {
    return words.join('.').replace(/^v/, '');
  }
  const isWord = words.every((word) => word.length === 1) || (words.length === 2 && second.length <= 3);
  return isWord && words.every((word) => LETTERS.test(word)) ? words.join('') : null;
}
