import { useEffect, useRef, useState, type RefObject } from 'react';

/** Width until the element has been measured. */
const USUAL_PX = 640;

/** Returns the width of an element and updates it when the element is resized. */
export function useWidth<T extends HTMLElement>(): { box: RefObject<T | null>; width: number } {
  const box = useRef<T>(null);
  const [width, setWidth] = useState(USUAL_PX);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const measure = () => {
      if (current.clientWidth > 0) setWidth(current.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
