import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export const TimerPill = lazyOnIntent(async () => (await import('./timer-pill.tsx')).TimerPill);
