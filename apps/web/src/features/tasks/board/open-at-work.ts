import type { StatusCategory } from '@hearth/contracts/model/task-values';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Lists } from '#platform/sync/index.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

/** Below this width a column fills the window, and the first column is rarely the relevant one. */
const NARROW = '(max-width: 47.99rem)';
const ACTIVE: ReadonlySet<StatusCategory> = new Set(['started', 'unstarted']);
const HANDS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Returns the key of the first column with unstarted or started tasks. Returns null if there is none or the columns are not statuses. */
export function findWork(columns: readonly TaskGroup[], countIn: (key: string) => number): string | null {
  const column = columns.find(
    ({ key, status }) => status !== undefined && ACTIVE.has(status.category) && countIn(key) > 0,
  );
  return column?.key ?? null;
}

interface OpenAtWork {
  board: RefObject<HTMLElement | null>;
  columns: readonly TaskGroup[];
  slotOf: (column: string) => string;
  view: Lists;
}

/**
 * On a phone, scrolls the board to the first column with unstarted or started tasks once such a column exists. Does nothing if the user has
 * already interacted with the board.
 */
export function useOpenAtWork({ board, columns, slotOf, view }: OpenAtWork): void {
  const slots = columns.map(({ key }) => slotOf(key));
  const show = useEffectEvent((): boolean => {
    const key = findWork(columns, (column) => view.ids(slotOf(column)).length);
    if (key === null) return false;
    const column = board.current?.querySelector(`[data-slot="${CSS.escape(slotOf(key))}"]`);
    // Scroll only the board, not the page. `inline: 'start'` respects right-to-left languages.
    column?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
    return true;
  });
  const listen = useEffectEvent((look: () => void) => slots.map((slot) => view.subscribe(slot, look)));
  useEffect(() => {
    const element = board.current;
    if (element === null || !window.matchMedia(NARROW).matches || show()) return undefined;
    const end = new AbortController();
    const stops = listen(() => {
      if (show()) end.abort();
    });
    end.signal.addEventListener('abort', () => {
      for (const stop of stops) stop();
    });
    for (const hand of HANDS)
      element.addEventListener(hand, () => end.abort(), { signal: end.signal, passive: true });
    return () => end.abort();
  }, [board]);
}
