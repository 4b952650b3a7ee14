import { comeLater } from '#ui/later.tsx';

export const ChooseReminder = comeLater(async () => (await import('./choose-reminder.tsx')).ChooseReminder);
