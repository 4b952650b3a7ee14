import { comeLater } from '#ui/lazy/later.tsx';

export const ReminderNotices = comeLater(
  async () => (await import('./reminder-notices.tsx')).ReminderNotices,
);
