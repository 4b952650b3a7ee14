import { comeLater } from '#ui/later.tsx';

export const ReminderNotices = comeLater(
  async () => (await import('./reminder-notices.tsx')).ReminderNotices,
);
