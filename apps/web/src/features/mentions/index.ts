export { MentionList, mentionOptionId } from './mention-list.tsx';
export { findByName, findTyped, toStoredText, toDisplayText } from './mention-text.ts';
export type { MentionMessages } from './mention-messages.ts';
export { useMentionable } from './use-mentionable.ts';
