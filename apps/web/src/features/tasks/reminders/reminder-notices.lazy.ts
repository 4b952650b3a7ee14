import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export const ReminderNotices = lazyOnIntent(
  async () => (await import('./reminder-notices.tsx')).ReminderNotices,
);
