import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import { lazyPart } from '#ui/lazy/load-chunk.ts';

export const ChatScreen = lazyPart(async () => (await import('./chat/chat-screen.tsx')).ChatScreen);
/** No part of a first screen: it comes with the first press or key. */
export const HistoryWatch = lazyOnIntentFor(
  async () => (await import('./talk/history-watch.tsx')).HistoryWatch,
);
export const AssistantSettings = lazyPart(
  async () => (await import('./settings/assistant-settings.tsx')).AssistantSettings,
);

/** Brings the chat's code, without showing anything of it. */
export function fetchChat(): void {
  void import('./chat/chat-screen.tsx').catch(() => undefined);
}
