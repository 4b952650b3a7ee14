export { askAssistant } from './composer/assistant.actions.ts';
export { AssistantSettings, ChatScreen, fetchChat, HistoryWatch } from './lazy-parts.ts';
export { beginChat, chatDoor, useChatDoor, requestComposerFocus } from './composer/chat-door.ts';
export { Chips } from './composer/chips.tsx';
export { Composer } from './composer/composer.tsx';
export { useSuggestions } from './composer/use-suggestions.ts';
export { useOpenProposals } from './talk/use-open-proposals.ts';
