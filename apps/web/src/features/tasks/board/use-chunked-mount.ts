import { startTransition, useEffect, useState } from 'react';

/** Number of elements per chunk. A slow device can mount a chunk within a frame. */
const STEP = 16;

/**
 * Returns how many of `count` elements to mount: the first ones immediately, the others in chunks after the first paint so that elements
 * outside the viewport delay neither the paint nor input.
 */
export function useChunkedMount(count: number, first: number): number {
  const [here, setHere] = useState(first);
  const isDone = here >= count;
  useEffect(() => {
    if (isDone) return undefined;
    const timer = setTimeout(() => startTransition(() => setHere(here + STEP)));
    return () => clearTimeout(timer);
  }, [here, isDone]);
  return Math.min(here, count);
}
