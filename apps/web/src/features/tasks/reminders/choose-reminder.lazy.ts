import { comeLater } from '#ui/lazy/later.tsx';

export const ChooseReminder = comeLater(async () => (await import('./choose-reminder.tsx')).ChooseReminder);
