import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Distances in pixels: to begin a swipe, to trigger its action, and the maximum distance that the row moves. */
const BEGIN_PX = 12;
const ACT_PX = 72;
const MAX_PX = 112;

export type Swipe = 'ahead' | 'back';

/**
 * Handles horizontal swipes over a row, forward in reading direction or back. The property `--swipe` moves the row. `data-swipe` names the
 * action on release. `data-far` is set once the threshold is passed.
 */
export function useSwipe(
  ref: RefObject<HTMLElement | null>,
  { isEnabled, onSwipe }: { isEnabled: boolean; onSwipe: (swipe: Swipe) => void },
): void {
  const act = useEffectEvent(onSwipe);
  useEffect(() => {
    const line = ref.current;
    if (line === null || !isEnabled) return undefined;
    let from: { id: number; x: number; y: number } | null = null;
    let isSwiping = false;

    const ahead = (dx: number): number => (getComputedStyle(line).direction === 'rtl' ? -dx : dx);
    const rest = (): void => {
      from = null;
      isSwiping = false;
      line.style.removeProperty('--swipe');
      delete line.dataset['swipe'];
      delete line.dataset['far'];
    };
    const begin = (event: PointerEvent): void => {
      // A new press starts a new gesture even if the timeout below has not fired yet.
      line.removeEventListener('click', swallow, { capture: true });
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      from = { id: event.pointerId, x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent): void => {
      if (from === null || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!isSwiping) {
        if (Math.hypot(dx, dy) < BEGIN_PX) return;
        // A vertical move scrolls instead of swiping.
        if (Math.abs(dx) < Math.abs(dy) * 1.5) return rest();
        isSwiping = true;
        line.setPointerCapture(event.pointerId);
      }
      const shown = Math.max(-MAX_PX, Math.min(MAX_PX, dx));
      line.style.setProperty('--swipe', `${shown}px`);
      line.dataset['swipe'] = ahead(dx) > 0 ? 'ahead' : 'back';
      if (Math.abs(dx) >= ACT_PX) line.dataset['far'] = '';
      else delete line.dataset['far'];
    };
    const end = (event: PointerEvent): void => {
      const dx = from === null ? 0 : event.clientX - from.x;
      const isDone = isSwiping && Math.abs(dx) >= ACT_PX;
      const wasSwiping = isSwiping;
      rest();
      // Swallow the click that follows a swipe. Otherwise it would open the task.
      if (wasSwiping) line.addEventListener('click', swallow, { capture: true, once: true });
      if (wasSwiping) setTimeout(() => line.removeEventListener('click', swallow, { capture: true }), 50);
      if (isDone) act(ahead(dx) > 0 ? 'ahead' : 'back');
    };
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    line.addEventListener('pointerdown', begin);
    line.addEventListener('pointermove', move);
    line.addEventListener('pointerup', end);
    line.addEventListener('pointercancel', rest);
    return () => {
      line.removeEventListener('pointerdown', begin);
      line.removeEventListener('pointermove', move);
      line.removeEventListener('pointerup', end);
      line.removeEventListener('pointercancel', rest);
      rest();
    };
  }, [ref, isEnabled]);
}
