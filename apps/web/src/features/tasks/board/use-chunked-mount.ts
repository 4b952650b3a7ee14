import { startTransition, useEffect, useState } from 'react';

/** Chunk size: a frame's work on a slow machine. */
const STEP = 16;

/**
 * Chunked mount: how many of `count` are mounted by now: the first ones at once, the others in chunks after the first
 * paint, so that neither the paint nor input waits for what is still out of view.
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
