import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useItemKey } from './use-item-key.ts';

interface VirtualRowsOptions<T> {
  rows: readonly T[];
  /** Must be stable. */
  keyOf: (row: T) => string;
  scroller: RefObject<HTMLElement | null>;
  /** Height of a row, in pixels. */
  height: number;
  /** Returns the height of a row that differs from the others. */
  heightOf?: (row: T) => number | undefined;
  /** Height of a sticky header in the scroller, in pixels. */
  headHeight?: number;
  /** Indexes of the rows that stay mounted even if they are scrolled out of view, such as the focused one. -1 is none. */
  kept?: readonly number[];
  overscan: number;
}

interface VirtualRows {
  items: readonly VirtualItem[];
  /** Height of all rows and the header, in pixels. */
  size: number;
  scrollTo: (index: number) => void;
  /** The ref of rows whose height depends on their content. */
  measure: (row: Element | null) => void;
}

/** Virtualizes the rows of a list, and isolates the virtualizer: the results change with it, so callers can be memoized. */
export function useVirtualRows<T>({
  rows,
  keyOf,
  scroller,
  height,
  heightOf,
  headHeight = 0,
  kept = [],
  overscan,
}: VirtualRowsOptions<T>): VirtualRows {
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize(index) {
      const row = rows[index];
      return (row === undefined ? undefined : heightOf?.(row)) ?? height;
    },
    getItemKey: useItemKey(rows, keyOf),
    rangeExtractor(range) {
      const near = defaultRangeExtractor(range);
      const far = kept.filter((index) => index >= 0 && index < range.count && !near.includes(index));
      return far.length === 0 ? near : [...near, ...new Set(far)].toSorted((a, b) => a - b);
    },
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan,
  });
  // The virtualizer caches measurements, even if the height changes.
  const former = useRef(height);
  useLayoutEffect(() => {
    if (former.current === height) return;
    former.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);
  return {
    items: virtualizer.getVirtualItems(),
    size: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    measure: virtualizer.measureElement,
  };
}
