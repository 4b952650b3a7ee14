export { MentionList, mentionOptionId } from './mention-list.tsx';
export { findByName, findTyped, toKept, toShown } from './mention-text.ts';
export type { MentionWords } from './mention-words.ts';
export { useMentionable } from './use-mentionable.ts';
