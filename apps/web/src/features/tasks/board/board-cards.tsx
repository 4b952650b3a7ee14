import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useItemKey } from '#ui/layout/use-item-key.ts';
import type { BoardActs } from './board-acts.ts';
import { useTabStop, type BoardFocus } from './board-focus.ts';
import { TaskCard } from './task-card.tsx';
import styles from './board.module.css';

/** Number of cards rendered beyond the visible ones. */
const OVERSCAN = 4;
/**
 * Estimated height of a card with a two-line title, its details and the gap below, in pixels. Cards are measured once
 * mounted.
 */
const CARD_ESTIMATE_PX = 78;
/** Height of a cover including the gap below it, in pixels. */
const COVER_PX = 131;

/** Measured card heights that a column keeps while its cards are unmounted. */
export interface CardHeights {
  total: number;
  measured: readonly VirtualItem[];
}

/** Estimates the height of a column that has not mounted any cards yet. */
export function estimateHeights(count: number): CardHeights {
  return { total: count * CARD_ESTIMATE_PX, measured: [] };
}

interface BoardCardsProps {
  ids: readonly string[];
  slot: string;
  label: string;
  /** The scroll container of the cards. It keeps its scroll position while no cards are mounted. */
  scroller: RefObject<HTMLElement | null>;
  heights: CardHeights;
  /** Whether the board's first frame has been painted. The first frame renders only the visible cards. */
  isPainted: boolean;
  onLeave: (heights: CardHeights) => void;
  acts: BoardActs;
  focus: BoardFocus;
}

/** The virtualized cards of one column. */
export function BoardCards(props: BoardCardsProps) {
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  const { ids, slot, label, scroller, heights, isPainted, onLeave, acts, focus } = props;
  const list = useRef<HTMLDivElement>(null);
  const store = useTeamStore();
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: ids.length,
    // Don't use `scroller`: on the first render, its ref is set only after the effects of child components have run.
    getScrollElement: () => list.current?.parentElement ?? null,
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    initialMeasurementsCache: [...heights.measured],
    estimateSize: (at) =>
      CARD_ESTIMATE_PX + (acts.hasCovers && store.row('task', ids[at] ?? '')?.coverId ? COVER_PX : 0),
    getItemKey: useItemKey(ids),
    overscan: isPainted ? OVERSCAN : 0,
  });
  useEffect(
    () => focus.register(slot, (index) => virtualizer.scrollToIndex(index)),
    [focus, slot, virtualizer],
  );
  useLayoutEffect(
    () => () => onLeave({ total: virtualizer.getTotalSize(), measured: virtualizer.takeSnapshot() }),
    [virtualizer, onLeave],
  );
  const tabStop = useTabStop(focus, ids);
  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const id = ids[item.index];
        if (id === undefined) return null;
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            role="listitem"
            aria-setsize={ids.length}
            aria-posinset={item.index + 1}
            data-index={item.index}
            className={styles.place}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <TaskCard taskId={id} slot={slot} isTabStop={id === tabStop} acts={acts} />
          </div>
        );
      })}
    </div>
  );
}
