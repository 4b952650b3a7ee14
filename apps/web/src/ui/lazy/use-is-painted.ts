import { startTransition, useEffect, useState } from 'react';

/**
 * False in the first frame of the component, and true once that is painted: work after the first paint can
 * wait for it.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = (): void => {
      timer = setTimeout(() => startTransition(() => setIsPainted(true)));
    };
    // A tab in the background has no frames.
    const frame = document.hidden ? goOn() : requestAnimationFrame(goOn);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
