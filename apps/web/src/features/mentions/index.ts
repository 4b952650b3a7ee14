export { MentionList, mentionOptionId } from './mention-list.tsx';
export { findByName, findTyped, toStoredText, toDisplayText } from './mention-text.ts';
export { useMentionable } from './use-mentionable.ts';
