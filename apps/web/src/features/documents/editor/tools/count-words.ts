const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’_-]*[\p{L}\p{M}\p{N}])?/gu;

/** Counts words. Each Chinese character and each kana counts as a word. Other scripts without spaces, such as Thai, are not segmented. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
