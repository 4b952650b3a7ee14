import { useCallback } from 'react';

/**
 * The item keys of a virtualizer. A stable function as long as the items are the same: another one makes it
 * measure all of them anew.
 * @param keyOf must be stable; without it the items are keys themselves
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
