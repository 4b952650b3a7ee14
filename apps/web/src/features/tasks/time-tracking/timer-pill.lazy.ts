import { comeLater } from '#ui/later.tsx';

export const TimerPill = comeLater(async () => (await import('./timer-pill.tsx')).TimerPill);
