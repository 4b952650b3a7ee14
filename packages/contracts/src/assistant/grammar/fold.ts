import { foldWord } from '#core/fold.ts';

/** Normalizes words for comparison: folds case, accents and nuktas, and unifies nasalization signs and apostrophes. */
export function normalizeWords(text: string): string {
  return foldWord(text).replaceAll('ँ', 'ं').replaceAll('’', "'");
}

const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
  ळ: 'l',
};
const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
  ऍ: 'e',
};
const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
  'ॅ': 'e',
  '्': '',
};

/** Phonetic form of a word in plain Latin letters, the same for `रवि` and `Ravi`. */
export function soundOf(word: string): string {
  const letters = Array.from(normalizeWords(word));
  let sound = '';
  letters.forEach((letter, at) => {
    const consonant = CONSONANTS[letter];
    if (consonant === undefined) {
      sound += VOWELS[letter] ?? SIGNS[letter] ?? (letter === 'ं' ? 'n' : letter);
      return;
    }
    const next = letters[at + 1];
    // The inherent vowel is not pronounced at the end of a word.
    const hasOwnVowel = next !== undefined && SIGNS[next] === undefined && next !== 'ं';
    sound += `${consonant}${hasOwnVowel || next === 'ं' ? 'a' : ''}`;
  });
  return sound.replaceAll(/a+/g, 'a').replaceAll('ee', 'i').replaceAll('oo', 'u').replaceAll('w', 'v');
}

export function isDevanagari(text: string): boolean {
  return /[\u0900-\u097f]/.test(text);
}
