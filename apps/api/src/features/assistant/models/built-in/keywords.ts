/** Stop words of questions, in English, Hindi, and Hindi in Latin letters. */
const QUESTION_STOP_WORDS = new Set(
  `a an the is are was were be been do does did has have had can could should would will shall may must
  what who whom whose which when where why how our we us i me my you your it its they them their this that these those
  to of in on at by for from with about and or if so as than then there here
  long much many often far old big take takes took taken tell say says said know please any some
  क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने कितनी है हैं था थे थी का की के को में से पर और हमारा हमारी हमारे मेरा मेरी मेरे
  kya kaun kab kahan kyon kaise kitna kitne kitni hai hain ka ki ke ko mein se par aur hamara hamari hamare`.split(
    /\s+/,
  ),
);

/** Minimum stem length. Inflected forms share the stem as a prefix: 'refund' matches 'refunds' and 'refunded'. */
const STEM = 5;
const stemOf = (word: string): string => word.slice(0, Math.max(STEM, word.length - 3));

function split(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Extracts the content words of a question, without duplicates. */
export function extractKeywords(question: string): string[] {
  return [...new Set(split(question).filter((word) => word.length > 1 && !QUESTION_STOP_WORDS.has(word)))];
}

/** Counts the words that occur in the text in any inflected form. */
function countMatches(keywords: readonly string[], text: string): number {
  const words = split(text);
  return keywords.filter((word) => words.some((one) => one.startsWith(stemOf(word)))).length;
}

/** Returns the sentence with the most of these words, the first one on a tie, or null if there is no sentence. */
export function pickSentence<T>(
  texts: readonly { text: string; of: T }[],
  keywords: readonly string[],
): { text: string; of: T } | null {
  let best: { text: string; of: T } | null = null;
  let most = -1;
  for (const { text, of } of texts) {
    for (const sentence of text.match(/[^.!?…।]+[.!?…।]*/gu) ?? []) {
      const count = countMatches(keywords, sentence);
      if (sentence.trim() === '' || count <= most) continue;
      most = count;
      best = { text: sentence.trim().slice(0, 300), of };
    }
  }
  return best;
}
