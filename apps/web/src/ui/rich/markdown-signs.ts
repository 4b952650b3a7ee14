const SIGNS = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d{1,9}[.)] \S/m,
  /^\s*[-*+] \[[ xX]\] /m,
  /^> \S/m,
  /^```/m,
  /\*\*\S[^*\n]*\*\*/,
  /\[[^\]\n]+\]\(https?:/,
  /`[^`\n]+`/,
];

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const MARKUP = /<[a-z!/][^>]*>/i;

/** Heuristic: is a pasted text Markdown? One with HTML in it stays as it is. */
export function isLikeMarkdown(text: string): boolean {
  if (text.length > 100_000 || !SIGNS.some((sign) => sign.test(text))) return false;
  return !MARKUP.test(text.replaceAll(CODE, ''));
}
