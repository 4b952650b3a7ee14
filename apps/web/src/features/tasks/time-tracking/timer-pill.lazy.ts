import { comeLater } from '#ui/lazy/later.tsx';

export const TimerPill = comeLater(async () => (await import('./timer-pill.tsx')).TimerPill);
