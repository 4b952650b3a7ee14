import type { Scale } from '@hearth/contracts/views/view-values';
import { addDays, countDays } from '@hearth/contracts/core/days';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import type { Span } from '#features/tasks/model/task-span.ts';
import { DAY_WIDTHS } from './timeline-scale.ts';

/** Positions of days on a timeline, in pixels from its start. */
export interface TimelineMeasure {
  range: Span;
  dayWidth: number;
  width: number;
  xOf: (day: string) => number;
  styleOf: (span: Span) => CSSProperties;
}

interface TimelineViewport {
  measure: TimelineMeasure;
  /** The days in the viewport plus a margin. */
  visibleDays: Span;
  onScroll: () => void;
  /** Scrolls to a day if it is not visible. Always scrolls if `isForced` is set. */
  showDay: (day: string, isForced?: boolean) => void;
  /** First day of the month at the start of the viewport. */
  month: string;
  /** Scrolls by `count` times three quarters of the viewport, backward if `count` is negative. */
  step: (count: number) => void;
}

/** Scroll positions are rounded to multiples of this, in pixels, to limit re-renders. */
const PIECE_PX = 500;
/** Initial position of the current day, as a share of the viewport's width. */
const TODAY_AT = 0.25;

/** Tracks the visible part of a timeline. The day in the middle of the viewport stays there when the scale or the range changes. */
export function useTimelineViewport(
  scroller: RefObject<HTMLElement | null>,
  range: Span,
  scale: Scale,
  today: string,
  nameWidth: number,
): TimelineViewport {
  const dayWidth = DAY_WIDTHS[scale];
  const [seen, setSeen] = useState({ left: 0, width: 0, month: `${today.slice(0, 7)}-01` });
  const former = useRef<{ from: string; dayWidth: number } | null>(null);
  const { from, to } = range;
  const width = (countDays(from, to) + 1) * dayWidth;
  const xOf = (day: string) => countDays(from, day) * dayWidth;

  function look(): void {
    const { current } = scroller;
    if (current === null) return;
    const left = Math.floor(Math.abs(current.scrollLeft) / PIECE_PX) * PIECE_PX;
    const size = Math.ceil(current.clientWidth / PIECE_PX) * PIECE_PX;
    const month = `${dayAt(Math.abs(current.scrollLeft)).slice(0, 7)}-01`;
    setSeen((now) =>
      now.left === left && now.width === size && now.month === month ? now : { left, width: size, month },
    );
  }
  function scrollTo(x: number): void {
    const { current } = scroller;
    if (current === null) return;
    const isRtl = getComputedStyle(current).direction === 'rtl';
    current.scrollTo({ left: isRtl ? -x : x });
    look();
  }
  const readRoom = () => (scroller.current?.clientWidth ?? 0) - nameWidth;
  const readX = () => Math.abs(scroller.current?.scrollLeft ?? 0);

  const dayAt = (x: number) => addDays(from, Math.floor(Math.min(Math.max(x, 0), width) / dayWidth));
  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const before = former.current;
    former.current = { from, dayWidth };
    if (before === null) scrollTo(xOf(today) - readRoom() * TODAY_AT);
    else if (before.from !== from || before.dayWidth !== dayWidth) {
      const middle = readRoom() / 2;
      const days = (readX() + middle) / before.dayWidth + countDays(from, before.from);
      scrollTo(days * dayWidth - middle);
    }
  });
  const measureAgain = useEffectEvent(look);
  useEffect(() => {
    const onResize = () => measureAgain();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  return {
    measure: {
      range,
      dayWidth,
      width,
      xOf,
      styleOf: (span) => ({
        insetInlineStart: xOf(span.from),
        inlineSize: Math.max((countDays(span.from, span.to) + 1) * dayWidth - 2, 4),
      }),
    },
    visibleDays: {
      from: dayAt(seen.left - PIECE_PX),
      to: dayAt(seen.left + seen.width + 2 * PIECE_PX),
    },
    onScroll: look,
    month: seen.month,
    showDay(day, isForced = false) {
      const [x, room] = [xOf(day), readRoom()];
      if (isForced || x < readX() || x > readX() + room - dayWidth) scrollTo(x - room * TODAY_AT);
    },
    step: (count) => scrollTo(readX() + count * readRoom() * 0.75),
  };
}
