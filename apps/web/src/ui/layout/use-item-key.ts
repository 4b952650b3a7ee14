import { useCallback } from 'react';

/**
 * Returns the `getItemKey` function of a virtualizer. The function is stable while the items are the same because a new function makes the
 * virtualizer measure all items again.
 * @param keyOf must be stable; without it, the items are the keys
 */
export function useItemKey(items: readonly string[]): (index: number) => string | number;
export function useItemKey<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): (index: number) => string | number;
export function useItemKey<T>(items: readonly T[], keyOf: (item: T) => string = String) {
  return useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items, keyOf],
  );
}
