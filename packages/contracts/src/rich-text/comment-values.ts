/** Suggested reactions. Any other single emoji is accepted as well. */
export const FIRST_REACTIONS = ['👍', '🎉', '❤️', '😄', '👀', '✅', '🙏', '👎'] as const;

const EMOJI = /^\p{RGI_Emoji}$/v;

/** Whether the text is exactly one emoji. Skin tones, flags and ZWJ sequences count as one. */
export function isEmoji(text: string): boolean {
  return EMOJI.test(text);
}

/** Mentions refer to users by id because names can change. */
const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/g;

export function writeMention(userId: string): string {
  return `<@${userId}>`;
}

/** Ids of mentioned users, without duplicates. */
export function listMentions(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
}

/** Replaces each mention in text. */
export function replaceMentions(text: string, replace: (userId: string) => string): string {
  return text.replace(MENTION, (_whole, id: string) => replace(id));
}

/** A section of text and its offset: plain text, or a mention. */
type TextPiece = { from: number; text: string } | { from: number; userId: string };

export function splitMentions(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: whole, 1: userId = '', index } of text.matchAll(MENTION)) {
    if (index > end) pieces.push({ from: end, text: text.slice(end, index) });
    pieces.push({ from: index, userId });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ from: end, text: text.slice(end) });
  return pieces;
}
