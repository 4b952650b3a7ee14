const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’_-]*[\p{L}\p{M}\p{N}])?/gu;

/** Counts words. In scripts without spaces, each character counts as a word. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
