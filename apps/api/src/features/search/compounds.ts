const VOWELS = 'aeiouyäöüáéèëïó';
/** Consonants that can begin a component of a compound, before its first vowel. */
const ONSETS = new Set(
  (
    'b c d f g h j k l m n p q r s t v w x z bl br chr dr fl fr gl gr kl kn kr ph pf pl pr qu rh sch schl schm schn schr ' +
    'schw sk sl sm sn sp spl spr st str th tr ts tsch vl vr wr zw'
  ).split(' '),
);
/** Consonants that can end a component of a compound, after its last vowel. */
const CODAS = new Set(
  (
    'b ch chs ck cht d f ff fff ft g hl hn hr ht k kt l ld lf lk ll lm lt lz m mm mpf mt n nd ng nk nn nst nt nz p pf pt r rd rf rg rk ' +
    'rm rn rp rr rst rt rz rzt s sch ss st t tt ttt tz x z ß'
  ).split(' '),
);
/** Minimum lengths of the first and the last component of a compound. */
const MIN_LETTERS = 3;
const MIN_PART = 4;
/** Minimum length of a compound, such as Hausarzt. */
const MIN_COMPOUND = 8;
const MAX_PARTS = 12;
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl']);

/** Whether this language writes compounds without spaces. */
export function isCompounding(language: string): boolean {
  return COMPOUNDING.has(language);
}

/**
 * Lists suffixes of a compound that may be words themselves, such as `rechnung` of Ausgangsrechnung. Uses no dictionary: a suffix starts
 * wherever a syllable can begin. Suffixes that are not words (`gangsrechnung`) are harmless because no query contains them.
 * @param word in lower case
 */
export function listCompoundEnds(word: string): string[] {
  if (word.length < MIN_COMPOUND || !/^[\p{Script=Latin}]+$/u.test(word)) return [];
  const ends: string[] = [];
  for (let at = word.length - MIN_PART; at >= MIN_LETTERS && ends.length < MAX_PARTS; at -= 1) {
    if (mayBeginAt(word, at)) ends.push(word.slice(at));
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
  if (vowel > at) return ONSETS.has(word.slice(at, vowel)) && (coda === '' || isCoda(coda));
  // Between vowels, split only after an e (Reise-antrag), but not within the diphthongs ei and eu.
  return coda === '' ? word[last] === 'e' && !'iuy'.includes(word[at] ?? '') : isCoda(coda);
}

/** Whether a component can end with these consonants, including a linking s as in Urlaub-s-anspruch. */
function isCoda(letters: string): boolean {
  return CODAS.has(letters) || (letters.endsWith('s') && CODAS.has(letters.slice(0, -1)));
}

function isVowel(word: string, at: number): boolean {
  return VOWELS.includes(word[at] ?? ' ');
}
