import { useMemo, useState, type FocusEvent, type RefObject } from 'react';
import { focusWhenMounted } from '#ui/keyboard/focus-after-render.ts';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Cell } from './workload-board.ts';

const ROW_PX = 68;

export type WorkloadCells = ReturnType<typeof useWorkloadCells>;

/**
 * The cells of a workload in virtualized rows. At most one cell is open and shows its tasks. One cell is the tab stop.
 * @param onRow shows a row that is about to be focused, where rows are not virtualized
 */
export function useWorkloadCells(
  rows: readonly TaskGroup[],
  scroller: RefObject<HTMLElement | null>,
  onRow: ((row: string) => void) | null,
) {
  const [opened, setOpened] = useState<Cell | null>(null);
  const [stop, setStop] = useState<Cell | null>(null);
  // Memoize by content: the array is new on each render but mostly has the same keys.
  const names = rows.map(({ key }) => key).join('\n');
  const keys = useMemo(() => (names === '' ? [] : names.split('\n')), [names]);
  const indexOf = (row: string | undefined): number => keys.findIndex((key) => key === row);
  // Keep the rows with the open cell and the tab stop mounted.
  const kept = [indexOf(opened?.row), indexOf(stop?.row)];
  const virtual = useVirtualRows({ rows: keys, keyOf: String, scroller, height: ROW_PX, kept, overscan: 6 });

  function show(cell: Cell, target: string): void {
    setStop(cell);
    if (onRow === null) virtual.scrollTo(indexOf(cell.row));
    else onRow(cell.row);
    requestAnimationFrame(() => focusWhenMounted(() => scroller.current?.querySelector<HTMLElement>(target)));
  }
  function goTo(cell: Cell): void {
    show(cell, `[data-row="${CSS.escape(cell.row)}"][data-at="${cell.at}"] > button`);
  }
  return {
    virtual,
    opened,
    stop: indexOf(stop?.row) === -1 ? { row: keys[0] ?? '', at: 0 } : stop,
    /** Focuses a cell. */
    goTo,
    /** Opens the cell to which a task has been moved, and focuses the task. */
    follow(taskId: string, to: Cell): void {
      setOpened(to);
      show(to, `[data-load-task="${CSS.escape(taskId)}"] a`);
    },
    toggle: (row: string, at: number): void => {
      setStop({ row, at });
      setOpened(opened?.row === row && opened.at === at ? null : { row, at });
    },
    close: (): void => setOpened(null),
    onFocus: ({ target }: FocusEvent): void => {
      const cell = target.closest<HTMLElement>('[data-load-cell]')?.dataset;
      if (cell?.['row'] !== undefined) setStop({ row: cell['row'], at: Number(cell['at']) });
    },
  };
}
