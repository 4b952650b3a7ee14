import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export const ChooseReminder = lazyOnIntent(
  async () => (await import('./choose-reminder.tsx')).ChooseReminder,
);
