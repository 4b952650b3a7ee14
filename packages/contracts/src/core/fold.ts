/** Folds case letter by letter, as PostgreSQL does. JavaScript lower-cases Σ by its context, and İ to two characters. */
export function foldCase(text: string): string {
  if (!/[\u0130\u03a3]/.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('');
}

/** Folds case independent of Unicode composition: file names from a Mac are decomposed. */
export function foldComposed(text: string): string {
  return foldCase(text.normalize('NFC'));
}

/** Case variants that `foldCase` leaves apart: Straße and STRASSE, the final sigma, İ in the lower case of JavaScript. */
const CASE_VARIANTS: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', 'i\u0307': 'i' };

/** Normalizes a name for comparison: ignores case, Unicode composition, width, repeated spaces and invisible characters. */
export function foldName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');
  const folded = foldComposed(plain.trim().replaceAll(/\s+/g, ' '));
  return folded.replaceAll(/ß|ς|i\u0307/g, (letters) => CASE_VARIANTS[letters] ?? letters);
}

/** Letters that Unicode does not decompose, mapped to what users type if the keyboard lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ک: 'ك',
  ی: 'ي',
};
const APART = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
/**
 * Characters removed by `foldWord`: Latin, Greek and Cyrillic accents, Arabic vowel signs and tatweel, Hebrew points, the Devanagari nukta,
 * and invisible characters. Vowel signs of Indian scripts are letters and are kept.
 */
const SIGNS =
  /[\ufe0f\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u093c\u0640\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Folds case, accents, ligatures and widths, because search treats variants as the same word. */
export function foldWord(text: string): string {
  // Fast path: most searched text is ASCII.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  const lower = foldCase(text).normalize('NFKD').replace(SIGNS, '').normalize('NFC');
  // Recomposition may yield a capital, for example of a circled letter.
  return foldCase(lower).replace(APART, (letter) => PLAIN[letter] ?? letter);
}

const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\p{Mark}\u2800]/u;

/** Whether text has a visible character. Marks, such as accents, are not visible without a letter. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}
