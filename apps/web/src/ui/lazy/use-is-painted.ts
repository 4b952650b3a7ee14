import { startTransition, useEffect, useState } from 'react';

/** False during the component's first frame, then true. Used to defer anything that can wait until after the first paint. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const markPainted = (): void => {
      timer = setTimeout(() => startTransition(() => setIsPainted(true)));
    };
    // A background tab has no animation frames.
    const frame = document.hidden ? markPainted() : requestAnimationFrame(markPainted);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
