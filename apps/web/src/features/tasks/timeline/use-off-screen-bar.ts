import { useEffect, useState, type RefObject } from 'react';

/** Side on which a bar is off screen: before or after the visible range. */
export type OffScreenSide = 'before' | 'after';

/** A margin that exceeds the length of any timeline. */
const FAR = '1000000px';

/**
 * Returns the side of the viewport on which the bar of a row is off screen. Returns null if any part of the bar is visible or there is no
 * bar.
 * @param covered width, in pixels, that the name column covers at the start
 * @param hasBar whether there is a bar
 */
export function useOffScreenBar(
  bar: RefObject<HTMLElement | null>,
  covered: number,
  hasBar: boolean,
): OffScreenSide | null {
  const [side, setSide] = useState<OffScreenSide | null>(null);
  useEffect(() => {
    const element = bar.current;
    const root = element?.closest<HTMLElement>('[role="grid"]');
    if (!hasBar || !element || !root) return undefined;
    const isRtl = getComputedStyle(root).direction === 'rtl';
    // Use one observer per edge to detect a jump across the whole viewport as well.
    const watches = (['before', 'after'] as const).map((edge) => {
      const inset = edge === 'before' ? `-${covered}px` : '0px';
      const isLeft = (edge === 'before') !== isRtl;
      const rootMargin = isLeft ? `${FAR} ${FAR} ${FAR} ${inset}` : `${FAR} ${inset} ${FAR} ${FAR}`;
      const watch = new IntersectionObserver(
        (entries) => {
          const isPast = entries.at(-1)?.isIntersecting === false;
          setSide((now) => (isPast ? edge : now === edge ? null : now));
        },
        { root, rootMargin },
      );
      watch.observe(element);
      return watch;
    });
    return () => {
      for (const watch of watches) watch.disconnect();
    };
  }, [bar, covered, hasBar]);
  return hasBar ? side : null;
}
