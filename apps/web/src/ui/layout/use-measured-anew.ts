import { useLayoutEffect, useRef } from 'react';

/** A virtualizer keeps how high its items are: it measures them anew when the height that they have by themselves changes. */
export function useMeasuredAnew(virtualizer: { measure: () => void }, height: number): void {
  const former = useRef(height);
  useLayoutEffect(() => {
    if (former.current === height) return;
    former.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);
}
