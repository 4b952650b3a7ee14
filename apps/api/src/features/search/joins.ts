import type { Link } from './chains.ts';

/** Particles that are also written together with the verb before them: follow up and followup, sign out and signout. */
const PARTICLES = new Set(['up', 'out', 'off', 'down']);
/** Particles that are frequent prepositions, and the verbs that are written together with them: log in, roll over. */
const PREPOSITIONS = new Set(['in', 'on', 'by', 'over', 'back', 'through', 'around', 'away']);
const VERBS = new Set(
  (
    'add break built call carry check clock drop fall feed get hand hang kick log make opt pay plug push roll run sign spill stand take trade ' +
    'turn walk work'
  ).split(' '),
);
const LONGEST_VERB = 6;

/** Whether a particle is indexed although it is a stop word: 'set up' is not about settings. */
export function isStoredParticle(word: string): boolean {
  return PARTICLES.has(word);
}

/** Whether a word and the particle after it are also written as one word. */
export function isParticle(word: string, particle: string): boolean {
  if (PARTICLES.has(particle)) return word.length > 1 && word.length <= LONGEST_VERB && /^[a-z]+$/.test(word);
  return PREPOSITIONS.has(particle) && VERBS.has(word);
}

/** Groups of digits, with the signs that separate the groups of a phone number. */
const NUMBER = /\+?\d[\d().\-/ \u00a0\u2011\u202f]{4,}\d/g;
const SEPARATOR = /\D+/;
const DATE = /^(?:\d{4}([-/.])\d\d?\1\d\d?|\d\d?([-/.])\d\d?\2\d{4})$/;
/** Minimum number of digits by which a phone number is found. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
/** Longer sequences are tables. */
const MAX_GROUPS = 6;
const MAX_COUNTRY_CODE = 3;

/**
 * Lists the spellings without spaces of numbers that may be phone numbers, with and without area and country codes: `491701234567`,
 * `1701234567` and `1234567` for +49 170 1234567.
 */
export function* listNumbers(text: string): Generator<Link> {
  if (!/\d/.test(text)) return;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const groups = number.split(SEPARATOR).filter(Boolean);
    const digits = groups.join('');
    const isOther = groups.length > MAX_GROUPS || /[^\d+]{4,}/.test(number) || DATE.test(number);
    if (isOther || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) continue;
    const forms = new Set(listStarts(number, groups).map((at) => digits.slice(at).replace(/^0+/, '')));
    // A number that is written without separators is a word already.
    for (const folded of forms)
      if (folded.length >= MIN_DIGITS && folded !== number)
        yield { folded, start: index, end: index + number.length };
  }
}

/** Lists the positions among the digits at which the number begins without some of its codes. */
function listStarts(number: string, groups: readonly string[]): number[] {
  let at = 0;
  const starts = groups.map((group) => (at += group.length) - group.length);
  const prefix = number.startsWith('+') ? 0 : number.startsWith('00') ? 2 : null;
  if (prefix === null || (groups[0] ?? '').length <= prefix + MAX_COUNTRY_CODE) return starts;
  // The country code is not separated from the rest.
  return [...starts, ...Array.from({ length: MAX_COUNTRY_CODE }, (_, length) => prefix + length + 1)];
}
