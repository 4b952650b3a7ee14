import { useLayoutEffect, useRef } from 'react';

/** Invalidates a virtualizer's cached measurements when the items' estimated height changes. */
export function useRemeasure(virtualizer: { measure: () => void }, height: number): void {
  const former = useRef(height);
  useLayoutEffect(() => {
    if (former.current === height) return;
    former.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);
}
