import { startTransition, useEffect, useState, type RefObject } from 'react';
import styles from './board.module.css';

/** One IntersectionObserver for all columns of a board. */
export interface ViewportWatch {
  /** @returns the cleanup function */
  observe: (element: Element, tell: (isNear: boolean) => void) => () => void;
}

/** Its root margin: half a screen more on each side. */
const MARGIN = '50%';
/** Up to this many columns or cells are mounted unconditionally, after the first paint. */
const DRAWN_ANYWAY = 12;
/** Minimum size of a column and a lane, with the gap: anything further out is not visible at first. */
const COLUMN_PX = 300;
const LANE_PX = 110;

export function createViewportWatch(): ViewportWatch {
  const listeners = new Map<Element, (isNear: boolean) => void>();
  let observer: IntersectionObserver | undefined;
  return {
    observe(element, tell) {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
        },
        { root: element.closest(`.${styles.board}`), rootMargin: MARGIN },
      );
      listeners.set(element, tell);
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

/** Whether a board observes its columns; of a small one all are mounted. */
export function isLarge(lanes: readonly (readonly string[])[]): boolean {
  return lanes.flat().length > DRAWN_ANYWAY;
}

/** The columns that a board mounts in its first frame, lane by lane: those further out are not visible yet. */
export function listFirst(lanes: readonly (readonly string[])[]): ReadonlySet<string> {
  const columns = Math.ceil(window.innerWidth / COLUMN_PX);
  const rows = Math.ceil(window.innerHeight / LANE_PX);
  return new Set(lanes.slice(0, rows).flatMap((lane) => lane.slice(0, columns)));
}

/**
 * Whether an element is near the viewport.
 * @param watch null = true after the first paint
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
    // A transition: the content is not visible yet, so it may be rendered between frames.
    return watch?.observe(element, (isNear) => startTransition(() => setIsNear(isNear)));
  }, [ref, watch]);
  return isNear || (watch === null && isPainted);
}
