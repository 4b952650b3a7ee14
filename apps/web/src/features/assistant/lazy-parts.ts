import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';

export const ChatScreen = lazyComponent(async () => (await import('./chat/chat-screen.tsx')).ChatScreen);
/** Not part of the first screen. Loaded on the first pointer or key event. */
export const HistoryWatch = lazyOnIntentFor(
  async () => (await import('./talk/history-watch.tsx')).HistoryWatch,
);
export const AssistantSettings = lazyComponent(
  async () => (await import('./settings/assistant-settings.tsx')).AssistantSettings,
);

/** Loads the chat's code without rendering it. */
export function fetchChat(): void {
  void import('./chat/chat-screen.tsx').catch(() => undefined);
}
