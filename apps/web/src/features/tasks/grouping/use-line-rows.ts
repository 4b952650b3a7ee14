import { useRef, useState, type FocusEvent, type RefObject } from 'react';
import { focusWhenMounted } from '#ui/keyboard/focus-after-render.ts';
import { useIsCoarse } from '#ui/layout/use-device.ts';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import { useLineFocus } from './line-focus.ts';
import { keyOfLine, LINE_PX, type Line } from './list-lines.ts';

interface LineRowsOptions {
  lines: readonly Line[];
  scroller: RefObject<HTMLElement | null>;
  heightOf?: (line: Line) => number | undefined;
  headHeight?: number;
}

export type LineRows = ReturnType<typeof useLineRows>;

/** Virtualizes the lines of a list or timeline. One line is the tab stop: the one that has or last had focus. */
export function useLineRows({ lines, scroller, ...look }: LineRowsOptions) {
  const [line, setLine] = useState(-1);
  /** The same for key presses, which may arrive faster than renders. */
  const latest = useRef(-1);
  const rowHeight = useIsCoarse() ? LINE_PX.coarse : LINE_PX.fine;
  const { items, size, scrollTo } = useVirtualRows({
    ...look,
    rows: lines,
    keyOf: keyOfLine,
    scroller,
    height: rowHeight,
    kept: [line],
    overscan: 8,
  });

  function noteLine(to: number): void {
    latest.current = to;
    setLine(to);
  }
  function focusLine(to: number): void {
    noteLine(to);
    const task = `[data-line="${to}"] [data-task-id]`;
    focusWhenMounted(() => scroller.current?.querySelector<HTMLElement>(task), { preventScroll: true });
  }
  function goTo(to: number): void {
    scrollTo(to);
    focusLine(to);
  }
  useLineFocus({
    lines,
    line,
    container: scroller,
    onMoved: noteLine,
    onFocusLost(to) {
      if (to !== -1) goTo(to);
    },
  });
  return {
    items,
    size,
    rowHeight,
    /** Returns the index of the line that has, had or is about to have focus. */
    readLine: (): number => latest.current,
    /** Index of the tab stop. -1 if there are no tasks. */
    stop: lines[line]?.kind === 'task' ? line : lines.findIndex(({ kind }) => kind === 'task'),
    /** Focuses a line without scrolling vertically. */
    focusLine,
    /** Scrolls to a line and focuses it. */
    goTo,
    onFocus: ({ target }: FocusEvent): void => {
      const at = target.closest<HTMLElement>('[data-line]')?.dataset['line'];
      if (at !== undefined) noteLine(Number(at));
    },
  };
}
