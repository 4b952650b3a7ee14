/**
 * Case folding letter by letter, as PostgreSQL does it: JavaScript looks around at two letters, and makes two
 * of one.
 */
export function foldCase(text: string): string {
  if (!/[\u0130\u03a3]/.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('');
}
