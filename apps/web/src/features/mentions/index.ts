export { MentionList, mentionOptionId } from './mention-list.tsx';
export { findByName, findTyped, toKept, toShown } from './mention-text.ts';
export type { MentionMessages } from './mention-messages.ts';
export { useMentionable } from './use-mentionable.ts';
