import { startTransition, useEffect, useState, type RefObject } from 'react';
import styles from './board.module.css';

/** One IntersectionObserver for all columns of a board. */
export interface ViewportWatch {
  /** @returns how to stop */
  observe: (element: Element, tell: (isNear: boolean) => void) => () => void;
}

/** Its root margin: half a screen more on each side. */
const MARGIN = '50%';
/**
 * So many columns, or parts of columns, are mounted without looking where they stand, after the first paint.
 */
const DRAWN_ANYWAY = 12;
/** A column and a row at their smallest, with the gap: what stands further away cannot be seen at first. */
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

/**
 * The columns that a board mounts in its first frame, row by row: what lies further out cannot be seen then.
 */
export function listFirst(lanes: readonly (readonly string[])[]): ReadonlySet<string> {
  const columns = Math.ceil(window.innerWidth / COLUMN_PX);
  const rows = Math.ceil(window.innerHeight / LANE_PX);
  return new Set(lanes.slice(0, rows).flatMap((lane) => lane.slice(0, columns)));
}

/**
 * Whether an element is near the viewport.
 * @param watch null = it is, after the first paint
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
    // A transition: what comes near is not seen yet, so it is rendered between the frames, not in one.
    return watch?.observe(element, (isNear) => startTransition(() => setIsNear(isNear)));
  }, [ref, watch]);
  return isNear || (watch === null && isPainted);
}
