/** Offered first to react with; any other single emoji is taken as well. */
export const FIRST_REACTIONS = ['👍', '🎉', '❤️', '😄', '👀', '✅', '🙏', '👎'] as const;

const EMOJI = /^\p{RGI_Emoji}$/v;

/** Is this one emoji and nothing else? Skin tones, flags and joined ones are one. */
export function isEmoji(text: string): boolean {
  return EMOJI.test(text);
}

/** How a text names a person, so that it goes on naming them when they are called something else. */
const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/g;

export function writeMention(userId: string): string {
  return `<@${userId}>`;
}

/** Whom a text mentions, each once. */
export function listMentions(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
}

/** The text with something else in place of each mention. */
export function replaceMentions(text: string, replace: (userId: string) => string): string {
  return text.replace(MENTION, (_whole, id: string) => replace(id));
}

/** A piece of a text, and where it begins: words, or somebody who is mentioned there. */
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
