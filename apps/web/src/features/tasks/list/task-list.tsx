import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useRow, useTeamStore, type Lists, type TaskQuery } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useItemKey } from '#ui/layout/use-item-key.ts';
import { useRemeasure } from '#ui/layout/use-remeasure.ts';
import { GroupCount } from '#features/tasks/statuses/group-count.tsx';
import type { Folds } from '#features/tasks/grouping/folds.ts';
import { useLineFocus } from '#features/tasks/grouping/line-focus.ts';
import { findSectionStarts, keyOfLine } from '#features/tasks/grouping/list-lines.ts';
import { FoldButton } from './fold-button.tsx';
import { ListedRow } from './listed-row.tsx';
import { ShowOlder } from '#features/tasks/grouping/show-older.lazy.ts';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { TaskRow } from './task-row.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import { extendSelection, useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import styles from './list.module.css';

interface TaskListProps {
  view: Lists;
  groups: readonly TaskGroup[];
  subGroups?: readonly TaskGroup[] | undefined;
  /** Returns the group name in the view for a heading. */
  slotOf: (group: string, subGroup: string) => string;
  /** Whether headings without tasks are shown. */
  isEmptyShown?: boolean;
  /** State of collapsed headings. Undefined if headings cannot be collapsed. */
  folds?: Folds;
  /** Whether rows show their project, for lists across several projects. */
  hasProjects?: boolean;
  /** Query for finished tasks outside the working set. The list adds the status filter. */
  query: TaskQuery;
  /** Creation time of the team or project. */
  since: string | undefined;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Shown instead of the list if it has no lines. */
  empty: React.ReactNode;
  /** Renders content in the reserved space at the end of a row. */
  renderAside?: (taskId: string) => React.ReactNode;
  /** Moves a task to an index among the other tasks of its heading. If omitted, the list cannot be reordered. */
  onReorder?: (taskId: string, others: readonly string[], index: number) => void;
}

const HEADER_PX = 40;
/** Number of cells in a row: checkbox, marks, title, and details. */
const CELLS = 4;
/** Row heights in pixels for touch (coarse) and mouse (fine) input. */
const ROW_PX = { coarse: 46, fine: 36 } as const;

/** Tasks as virtualized rows under headings, by default one per status. */
export function TaskList({
  view,
  groups,
  subGroups = UNDIVIDED,
  slotOf,
  isEmptyShown = false,
  folds,
  hasProjects = false,
  query,
  since,
  onOpen,
  hrefOf,
  empty,
  renderAside,
  onReorder,
}: TaskListProps) {
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const formats = useFormats();
  const statuses = useStatuses();
  const { lines, isReading, showOlder } = useListLines({
    view,
    groups,
    subGroups,
    slotOf,
    isEmptyShown,
    folded: folds?.folded,
    query,
    since,
  });
  const store = useTeamStore();
  const scroller = useRef<HTMLDivElement>(null);
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const rowHeight = isCoarse ? ROW_PX.coarse : ROW_PX.fine;
  /** Index of the line that has or last had focus. */
  const [focusedIndex, setFocusedIndex] = useState(-1);
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? HEADER_PX : rowHeight),
    getItemKey: useItemKey(lines, keyOfLine),
    // Keep the focused line mounted even if it is scrolled out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focusedIndex < 0 || focusedIndex >= range.count || shown.includes(focusedIndex)) return shown;
      return [...shown, focusedIndex].toSorted((a, b) => a - b);
    },
    overscan: 8,
  });
  useRemeasure(virtualizer, rowHeight);
  const sectionStarts = useMemo(() => findSectionStarts(lines), [lines]);

  /** Index of the line with a pending focus. Key presses may arrive faster than frames. */
  const aim = useRef<number | null>(null);
  function focusLine(to: number): void {
    virtualizer.scrollToIndex(to);
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-line="${to}"] a`);
    const drawn = find();
    if (drawn) {
      drawn.focus();
      return;
    }
    aim.current = to;
    requestAnimationFrame(() => {
      if (aim.current !== to) return;
      aim.current = null;
      find()?.focus();
    });
  }
  useLineFocus({
    lines,
    line: focusedIndex,
    container: scroller,
    onMoved(to, isSameTask, wasFocused) {
      setFocusedIndex(to);
      if (!wasFocused || to === -1) return;
      focusLine(to);
      const line = lines[to];
      const title = line?.kind === 'task' ? store.row('task', line.id)?.title : undefined;
      // Announce the new task after the action itself.
      if (!isSameTask && title !== undefined) requestAnimationFrame(() => announce(t`Now on ${title}`));
    },
  });
  const tabStop =
    lines[focusedIndex]?.kind === 'task' ? focusedIndex : lines.findIndex((line) => line.kind === 'task');
  const selecting = useSelecting(
    {
      order: () => [...new Set(lines.flatMap((line) => (line.kind === 'task' ? line.id : [])))],
      focus: (id) => {
        const to = lines.findIndex((line) => line.kind === 'task' && line.id === id);
        if (to !== -1) focusLine(to);
      },
    },
    scroller,
  );

  function moveFocus(from: number, step: 1 | -1, isExtending: boolean): void {
    let to = from + step;
    while (to in lines && lines[to]?.kind !== 'task') to += step;
    const [old, next] = [lines[from], lines[to]];
    if (next?.kind !== 'task') return;
    if (isExtending && old?.kind === 'task') extendSelection(old.id, next.id);
    focusLine(to);
  }

  /** Returns the tasks under the same heading as a line and the index of the line among them. */
  function findSection(at: number): { ids: string[]; index: number } {
    const from = sectionStarts[at] ?? at;
    const ids: string[] = [];
    for (let to = from, line = lines[to]; line?.kind === 'task'; line = lines[(to += 1)]) ids.push(line.id);
    return { ids, index: at - from };
  }
  /** Returns the first task under the same heading. */
  function readFirst(at: number): string {
    const first = lines[sectionStarts[at] ?? at];
    return first?.kind === 'task' ? first.id : '';
  }
  function placeAt(taskId: string, at: number, step: 0 | 1): void {
    const { ids, index } = findSection(at);
    const others = ids.filter((id) => id !== taskId);
    const target = ids[index];
    const to = target === taskId || target === undefined ? index : others.indexOf(target) + step;
    if (to < 0 || to > others.length) return;
    onReorder?.(taskId, others, to);
    const [place, total] = [formats.number(to + 1), formats.number(ids.length)];
    announce(t`Moved to place ${place} of ${total}`);
  }
  function moveByKey(at: number, step: 1 | -1): void {
    const { ids, index } = findSection(at);
    const target = ids[index + step];
    const moved = ids[index];
    if (moved !== undefined && target !== undefined) placeAt(moved, at + step, step === 1 ? 1 : 0);
  }

  if (lines.length === 0) return empty;
  const list = (
    <div
      ref={scroller}
      className={styles.scroller}
      {...selecting.props}
      onFocus={(event) => {
        const line = event.target.closest<HTMLElement>('[data-line]');
        aim.current = null;
        if (line !== null && line.role === 'row') setFocusedIndex(Number(line.dataset['line']));
      }}
      onKeyDown={(event) => {
        const line =
          event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
        const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
        if (line !== null && event.altKey && offset !== undefined && onReorder !== undefined) {
          event.preventDefault();
          moveByKey(Number(line.dataset['line']), offset);
          return;
        }
        if (line === null || event.metaKey || event.ctrlKey || event.altKey) return;
        if (!event.shiftKey && moveInRow(event.key, line)) {
          event.preventDefault();
          return;
        }
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        moveFocus(aim.current ?? Number(line.dataset['line']), step === 1 ? 1 : -1, event.shiftKey);
      }}
    >
      <div
        role="grid"
        aria-label={t`Tasks`}
        aria-rowcount={lines.length}
        aria-multiselectable
        style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const where = {
            className: styles.place,
            'aria-rowindex': item.index + 1,
            'data-line': item.index,
            style: { blockSize: item.size, transform: `translateY(${item.start}px)` },
          };
          if (line.kind === 'task') {
            return (
              <ListedRow
                key={item.key}
                taskId={line.id}
                onDropped={
                  onReorder &&
                  ((draggedId, edge) => placeAt(draggedId, item.index, edge === 'bottom' ? 1 : 0))
                }
                section={readFirst(item.index)}
                data-aside={renderAside !== undefined || undefined}
                {...where}
              >
                <ListedTask
                  taskId={line.id}
                  statuses={statuses}
                  onOpen={onOpen}
                  href={hrefOf(line.id)}
                  isTabStop={item.index === tabStop}
                  hasProject={hasProjects}
                />
                {renderAside?.(line.id)}
              </ListedRow>
            );
          }
          return (
            <div key={item.key} role="row" {...where}>
              <div role="gridcell" aria-colspan={CELLS} className={styles.wholeRow}>
                {line.kind === 'group' ? (
                  <h2 className={styles.group}>
                    {folds !== undefined && (
                      <FoldButton
                        name={line.group.name}
                        isFolded={line.isFolded}
                        onToggle={() => folds.toggle(line.group.key)}
                      />
                    )}
                    {line.group.icon}
                    {line.group.name}
                    <GroupCount group={line.group} shown={line.count} className={styles.count}>
                      {formats.number(line.count)}
                    </GroupCount>
                  </h2>
                ) : line.kind === 'subGroup' ? (
                  <h3 className={styles.subGroup}>
                    {line.subGroup.icon}
                    {line.subGroup.name}
                    <span className={styles.count}>{formats.number(line.count)}</span>
                  </h3>
                ) : (
                  <ShowOlder
                    statusName={line.group.name}
                    isBusy={isReading(line.group)}
                    onShow={() => showOlder(line.group)}
                  />
                )}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
  return (
    <>
      {list}
      {selecting.acts}
    </>
  );
}

/** Moves focus between the cells of a row with the left and right arrow keys. Returns whether the key was handled. */
function moveInRow(key: string, line: HTMLElement): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return false;
  const parts = [...line.querySelectorAll<HTMLElement>('[role="gridcell"][tabindex], [data-task-id]')];
  const ahead = getComputedStyle(line).direction === 'rtl' ? -step : step;
  const at = parts.findIndex((part) => part === document.activeElement);
  parts[at + ahead]?.focus();
  return at !== -1;
}

interface ListedTaskProps {
  taskId: string;
  statuses: readonly StatusLook[];
  onOpen: (taskId: string) => void;
  href: string;
  isTabStop: boolean;
  hasProject: boolean;
}

function ListedTask({ taskId, statuses, ...rest }: ListedTaskProps) {
  const statusId = useRow('task', taskId)?.statusId;
  const status = statuses.find(({ id }) => id === statusId);
  return <TaskRow taskId={taskId} status={status} isInGrid {...rest} />;
}
