/**
 * Case folding letter by letter, as PostgreSQL does it: JavaScript looks around at two letters, and makes two
 * of one.
 */
export function foldCase(text: string): string {
  if (!/[\u0130\u03a3]/.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('');
}

/** The same for texts that may be composed in different ways, as names of files from a Mac are. */
export function foldComposed(text: string): string {
  return foldCase(text.normalize('NFC'));
}

/** Key to compare names by: ignores case, Unicode composition, width, repeated spaces and invisible characters. */
export function foldName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');
  return foldComposed(plain.trim().replaceAll(/\s+/g, ' '));
}

/** Letters that Unicode does not take apart, as people type them who have no such key. */
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
 * Accents of Latin, Greek and Cyrillic; vowel signs and the lengthener of Arabic; points of Hebrew; the dot below of
 * Devanagari; what is not seen. Vowels of Indian scripts are letters and stay.
 */
const SIGNS =
  /[\ufe0f\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u093c\u0640\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Folds case, accents, ligatures and widths away: what people take for the same word when they look for it. */
export function foldWord(text: string): string {
  // Most of what is searched is plain.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  const lower = foldCase(text).normalize('NFKD').replace(SIGNS, '').normalize('NFC');
  // What was put together again may be a capital, as a letter in a circle is.
  return foldCase(lower).replace(APART, (letter) => PLAIN[letter] ?? letter);
}
