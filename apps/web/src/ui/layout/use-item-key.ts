import { useCallback } from 'react';

/**
 * What a virtualizer knows the items of a list by. The same function as long as they are the same: another one makes it
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
