const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’_-]*[\p{L}\p{M}\p{N}])?/gu;

/** Words of a text; where none are parted by spaces, a character is one. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
