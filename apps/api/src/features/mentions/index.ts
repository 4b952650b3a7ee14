export { assertMentions } from './mentions.ts';
