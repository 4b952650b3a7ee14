import { lazyChooser } from '#ui/lazy/lazy-parts.tsx';

export const ChooseReminder = lazyChooser(async () => (await import('./choose-reminder.tsx')).ChooseReminder);
