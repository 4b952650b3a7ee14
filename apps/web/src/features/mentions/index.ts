export { MentionList, mentionOptionId } from './mention-list.tsx';
export { findByName, findTyped, quoteText, splitQuotes, toKept, toShown } from './mention-text.ts';
export { useMentionable } from './use-mentionable.ts';
