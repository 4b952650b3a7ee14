import { startTransition, useEffect, useState, type RefObject } from 'react';
import styles from './board.module.css';

/** Observes all columns of a board with one IntersectionObserver. */
export interface ViewportWatch {
  /** Calls `onChange` whenever the element gets near the viewport or leaves it. Returns the cleanup function. */
  observe: (element: Element, onChange: (isNear: boolean) => void) => () => void;
}

/** Root margin of the observer: half the size of the board on each side. */
const MARGIN = '50%';
/** At or below this number of columns or cells, all of them are mounted after the first paint. */
const DRAWN_ANYWAY = 12;
/**
 * Minimum size of a column (width) and a lane (height), including the gap, in pixels. Cells beyond the resulting count are initially not
 * visible.
 */
const COLUMN_PX = 300;
const LANE_PX = 110;

export function createViewportWatch(): ViewportWatch {
  const listeners = new Map<Element, (isNear: boolean) => void>();
  let observer: IntersectionObserver | undefined;
  return {
    observe(element, onChange) {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
        },
        { root: element.closest(`.${styles.board}`), rootMargin: MARGIN },
      );
      listeners.set(element, onChange);
      observer.observe(element);
      return () => {
        listeners.delete(element);
        observer?.unobserve(element);
        if (listeners.size > 0) return;
        observer?.disconnect();
        observer = undefined;
      };
    },
  };
}

/** Whether a board is large enough to observe its columns. Smaller boards mount all of them. */
export function isLarge(lanes: readonly (readonly string[])[]): boolean {
  return lanes.flat().length > DRAWN_ANYWAY;
}

/** Returns the columns to mount in the first frame, lane by lane. Other columns are outside the viewport. */
export function listFirst(lanes: readonly (readonly string[])[]): ReadonlySet<string> {
  const columns = Math.ceil(window.innerWidth / COLUMN_PX);
  const rows = Math.ceil(window.innerHeight / LANE_PX);
  return new Set(lanes.slice(0, rows).flatMap((lane) => lane.slice(0, columns)));
}

/**
 * Whether an element is near the viewport.
 * @param watch null for a small board, whose elements count as near after the first paint
 */
export function useNearViewport(
  ref: RefObject<Element | null>,
  watch: ViewportWatch | null,
  { isNearAtFirst, isPainted }: { isNearAtFirst: boolean; isPainted: boolean },
): boolean {
  const [isNear, setIsNear] = useState(isNearAtFirst);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    // Use a transition because the content is not visible yet and must not block input.
    return watch?.observe(element, (isNear) => startTransition(() => setIsNear(isNear)));
  }, [ref, watch]);
  return isNear || (watch === null && isPainted);
}
