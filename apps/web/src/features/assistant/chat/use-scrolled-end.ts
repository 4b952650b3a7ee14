import { useEffect, useRef, type RefObject } from 'react';

/** The content counts as scrolled to its end within this distance in pixels. */
const NEAR_PX = 80;

/** Keeps the end in view while the content grows, unless the reader has scrolled up. */
export function useScrolledEnd(grows: unknown): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs whenever more content is shown
  }, [grows]);
  return box;
}
