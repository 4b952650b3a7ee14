export { assertMentions, type MentionPlace } from './mentions.ts';
