import { useEffect, useState, type RefObject } from 'react';

/** Where a bar lies that is off screen: before what is seen of the time, or after it. */
type Side = 'before' | 'after';

/** Beyond the end of any timeline. */
const FAR = '1000000px';

/**
 * On which side of what is seen the bar of a row lies; null while any of it is in sight, or there is none.
 * @param covered pixels at the beginning that names stand over
 * @param isThere is there a bar?
 */
export function useOffScreenBar(
  bar: RefObject<HTMLElement | null>,
  covered: number,
  isThere: boolean,
): Side | null {
  const [side, setSide] = useState<Side | null>(null);
  useEffect(() => {
    const element = bar.current;
    const root = element?.closest<HTMLElement>('[role="grid"]');
    if (!isThere || !element || !root) return undefined;
    const isRtl = getComputedStyle(root).direction === 'rtl';
    // Each looks at one edge alone, so that a jump past all that is in sight is noticed as well.
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
  }, [bar, covered, isThere]);
  return isThere ? side : null;
}
