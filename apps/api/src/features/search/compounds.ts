const VOWELS = 'aeiouyäöüáéèëïó';
/** Consonants that can begin a component of a compound, before its first vowel. */
const ONSET =
  /^(?:[bcdfghjklmnpqrstvwxz]|[bcfgkpsv]l|[bcdfgkptvw]r|[gkps]n|[dkstz]w|s[cfhjkmpqtvz]|s[ckpt]r|s[kp]l|sch[lmnrw]?|shr|[cp]h[lr]?|sph|rh|pf[lr]?|ps|qu|thr?|t[js]|tsch|tsj|dj|dsch|wh)$/;
/** Consonants that can end a component of a compound, after its last vowel, including a linking s as in Urlaub-s-anspruch. */
const CODA =
  /^[hw]?r{0,2}l{0,2}(?:mm?|nn?)?(?:bb?|ch|ck?|ff?|gg?|gh|gn|kk?|pp?|pf|ph|v|x)?(?:ss?|s[kp]|t?sch|sh|tch|ß|t?z|zz)?(?:tt?|dd?|th|dt)?(?:st?|z|sch)?$/;
/** Word endings after `i` that are no components, as in Stat-ion, Mater-ial and Ser-ien. */
const AFTER_I = /^(?:[ae]l|at|e(?:[nrt]|ss)|on(?:[aesi]|$)|u[ms]|är|ös)/;
/** Suffixes that are syllables but no words that anybody searches for. They would add noise to English text. */
const SUFFIXES = new Set(
  (
    'ability able ally ance ated ation cation ence heit ible isch keit less lich ling ment ments ness ration ship ships tion ' +
    'tions ting tive'
  ).split(' '),
);
/** Frequent last components of three letters. Other endings of this length are mostly not words. */
const SHORT_ENDS = new Set(
  'abt amt arm bad bau bus dag eis gas hof hut ort pad pak pas rad rat see tag tee tür typ uhr vak weg zee zug'.split(
    ' ',
  ),
);
/** Minimum lengths of the first and the last component of a compound. */
const MIN_LETTERS = 3;
const MIN_END = 3;
const MIN_ANY_END = 4;
/** Minimum length of a compound, such as Bauplan. */
const MIN_COMPOUND = 7;
/** Minimum length in text that may as well be English, to which a syllable of a shorter word adds more noise than compounds. */
const MIN_UNCERTAIN = 8;
const MAX_PARTS = 14;
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl']);

/** Whether this language writes compounds without spaces. */
export function isCompounding(language: string): boolean {
  return COMPOUNDING.has(language);
}

/**
 * Lists suffixes of a compound that may be words themselves, such as `rechnung` of Ausgangsrechnung. Uses no dictionary: a suffix starts
 * wherever a syllable can begin. Suffixes that are not words (`gangsrechnung`) are harmless because no query contains them.
 * @param word in lower case
 * @param isCertain whether the word is known to be from a compounding language
 */
export function listCompoundEnds(word: string, isCertain: boolean): string[] {
  if (word.length < (isCertain ? MIN_COMPOUND : MIN_UNCERTAIN) || !/^[\p{Script=Latin}]+$/u.test(word))
    return [];
  // The Dutch ij is a vowel.
  const sounds = word.replaceAll('ij', 'yy');
  const ends: string[] = [];
  for (let at = word.length - MIN_END; at >= MIN_LETTERS && ends.length < MAX_PARTS; at -= 1) {
    const end = word.slice(at);
    const mayBeWord = end.length < MIN_ANY_END ? SHORT_ENDS.has(end) : !SUFFIXES.has(end);
    if (mayBeWord && mayBeginAt(sounds, at)) ends.push(end);
  }
  return ends;
}

function mayBeginAt(word: string, at: number): boolean {
  let vowel = at;
  while (vowel < word.length && !isVowel(word, vowel)) vowel += 1;
  let last = at - 1;
  while (last >= 0 && !isVowel(word, last)) last -= 1;
  // Each component must have a vowel.
  if (vowel === word.length || last < 0) return false;
  const coda = word.slice(last + 1, at);
  if (!CODA.test(coda)) return false;
  return vowel > at ? ONSET.test(word.slice(at, vowel)) : coda !== '' || isHiatus(word, at);
}

/** Whether a component can begin between these two vowels (Reise-antrag, Büro-artikel), which are then not a diphthong. */
function isHiatus(word: string, at: number): boolean {
  const [before, last, next] = [word[at - 2] ?? '', word[at - 1] ?? '', word[at] ?? ''];
  switch (last) {
    case 'a':
      return !'aiuy'.includes(next);
    case 'e':
      return !'iuy'.includes(next);
    case 'i':
      return 'ae'.includes(before) || !AFTER_I.test(word.slice(at));
    case 'o':
      return next !== 'o';
    case 'u':
      return 'ae'.includes(before) || !'eu'.includes(next);
    default:
      return last === 'y';
  }
}

function isVowel(word: string, at: number): boolean {
  return VOWELS.includes(word[at] ?? ' ');
}
