import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { keysAtEnd, useTeamStore, type TaskQuery, type View } from '#platform/sync/index.ts';
import type { BoardActs } from './board-acts.ts';
import { scrollWhileDragging } from './drag-scroll.ts';
import { BoardColumn } from './board-column.tsx';
import { createBoardFocus } from './board-focus.ts';
import {
  findNeighbour,
  findCardPosition,
  findStep,
  type BoardColumnIds,
  type Direction,
  type CardPosition,
} from './board-moves.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import { readDraggedTask, readSlot } from './card-drag.ts';
import { MoveDialog } from './move-dialog.lazy.ts';
import { createQuickTasks, type QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { placeTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { useIsPainted } from '#ui/lazy/use-is-painted.ts';
import { createViewportWatch, isLarge, listFirst } from './use-near-viewport.ts';
import { useOpenAtWork } from './open-at-work.ts';
import { useCardDrop } from './use-card-drop.ts';
import { useChunkedMount } from './use-chunked-mount.ts';
import { useOlderTasks } from '#features/tasks/grouping/use-older-tasks.ts';
import { extendSelection, useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import styles from './board.module.css';

// Lazy-loaded because most boards have no swimlanes.
const BoardLanes = lazyOnIntent(async () => (await import('./board-lanes.tsx')).BoardLanes);

interface BoardProps {
  view: View<'task'>;
  columns: readonly TaskGroup[];
  /** The swimlanes, if any. */
  lanes?: readonly TaskGroup[] | undefined;
  /** Returns the group name for the cell of a column and a lane. */
  slotOf: (column: string, lane: string) => string;
  /** Name of the field that the columns represent. */
  columnsLabel: string;
  /** Whether tasks are ordered manually. Otherwise the view sorts them. */
  isManual: boolean;
  /** Default field values of tasks created on this board, in addition to those of the column. */
  preset: Partial<TaskFields>;
  /** Query for finished tasks outside the working set. The board adds the status filter. */
  query: TaskQuery;
  /** Creation time of the board's team or project. */
  since: string | undefined;
  canEdit: boolean;
  hasCovers?: boolean | undefined;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  k: 'up',
  j: 'down',
};

/**
 * Maps an arrow key, J or K to a direction. In right-to-left languages, the first column is on the right, so left and right are swapped.
 */
function readDirection(key: string): Direction | undefined {
  const direction = ARROWS[key];
  if (document.documentElement.dir !== 'rtl') return direction;
  return direction === 'left' ? 'right' : direction === 'right' ? 'left' : direction;
}

/** Returns the card that is the target of an event, with its column. */
function readCard(target: EventTarget): { taskId: string; slot: string } | null {
  const card = target instanceof HTMLElement ? target : null;
  const taskId = card?.dataset['taskId'];
  const slot = card?.closest<HTMLElement>('[data-slot]')?.dataset['slot'];
  return taskId === undefined || slot === undefined ? null : { taskId, slot };
}

/** Tasks in columns, by default one per status. Every drag operation has a keyboard equivalent. */
export function Board({
  view,
  columns,
  lanes = UNDIVIDED,
  slotOf,
  columnsLabel,
  isManual,
  preset,
  query,
  since,
  canEdit,
  hasCovers = true,
  onOpen,
  hrefOf,
}: BoardProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const older = useOlderTasks(view, since);
  const [focus] = useState(createBoardFocus);
  const [moving, setMoving] = useState<{ taskId: string; slot: string } | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const cells = lanes.map((lane) =>
    columns.map((column) => ({ slot: slotOf(column.key, lane.key), column, lane })),
  );
  const [nearWatch] = useState(createViewportWatch);
  const slots = cells.map((lane) => lane.map(({ slot }) => slot));
  const first = listFirst(slots);
  const isAll = !isLarge(slots);
  const isPainted = useIsPainted();
  const here = useChunkedMount(columns.length, isAll ? columns.length : first.size);
  useOpenAtWork({ board, columns, slotOf: (column) => slotOf(column, lanes[0]?.key ?? ''), view });
  const cellOf = (slot: string) => cells.flat().find((cell) => cell.slot === slot);
  /** Returns the cells of a card's lane, one per column, for arrow navigation. */
  const readLane = (slot: string): BoardColumnIds[] =>
    (cells.find((lane) => lane.some((cell) => cell.slot === slot)) ?? []).map((cell) => ({
      slot: cell.slot,
      ids: view.ids(cell.slot),
    }));

  const readAll = (): BoardColumnIds[] => cells.flat().map(({ slot }) => ({ slot, ids: view.ids(slot) }));

  /** Returns the field changes for moving a task from one column to another. Returns null if the target accepts no tasks. */
  function readChange(taskId: string | null, from: string | null, to: string): Partial<TaskFields> | null {
    const target = cellOf(to);
    const source = from === null ? undefined : cellOf(from);
    const task = taskId === null ? null : (store.row('task', taskId) ?? null);
    if (!target?.column.enter || !target.lane.enter) return null;
    return {
      ...target.column.enter(task, source?.column.key ?? null),
      ...target.lane.enter(task, source?.lane.key ?? null),
    };
  }

  function move(taskId: string, from: string, position: CardPosition | null): void {
    const change = position === null ? null : readChange(taskId, from, position.slot);
    if (position === null || change === null) return;
    const others = view.ids(position.slot).filter((id) => id !== taskId);
    const command = placeTask(store, taskId, change, others, isManual ? position.index : null);
    if (command === null) return;
    store.mutate(command);
    const name = cellOf(position.slot)?.column.name ?? '';
    const number = view.ids(position.slot).indexOf(taskId) + 1;
    announce(number === 0 ? t`Moved to ${name}` : t`Moved to ${name}, place ${number}`);
  }

  function moveAndFollow(taskId: string, from: string, position: CardPosition | null): void {
    if (position === null) return;
    const before = view.ids(from).indexOf(taskId);
    move(taskId, from, position);
    const index = view.ids(position.slot).indexOf(taskId);
    if (index !== -1) return focus.show(position.slot, index, taskId);
    // The change makes the task leave the filtered view, so focus the next card of the column.
    const rest = view.ids(from);
    const next = rest[Math.min(before, rest.length - 1)];
    if (next !== undefined) focus.show(from, Math.min(before, rest.length - 1), next);
  }

  const drop = useEffectEvent(
    useCardDrop({
      isManual,
      readColumns: readAll,
      readChange,
      move,
      nameOf: (slot) => cellOf(slot)?.column.name ?? '',
    }),
  );

  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    return combine(
      monitorForElements({
        canMonitor: ({ source }) => readDraggedTask(source.data) !== null,
        onDragStart: ({ source }) => focus.noteDragged(readSlot(source.data)),
        onDrop: ({ source, location }) => {
          focus.noteDragged(null);
          const taskId = readDraggedTask(source.data);
          const target = location.current.dropTargets[0];
          if (taskId !== null && target !== undefined) drop(taskId, readSlot(source.data), target.data);
        },
      }),
      scrollWhileDragging(element),
    );
  }, [focus]);

  function add(slot: string, tasks: readonly QuickTask[]): void {
    const change = readChange(null, null, slot);
    if (change === null) return;
    const keys = isManual
      ? keysAtEnd(view.ids(slot), tasks.length, (id) => store.row('task', id))
      : undefined;
    store.mutate(createQuickTasks(store, tasks, { ...preset, ...change }, keys));
  }

  const fieldsOf = (slot: string) => ({ ...preset, ...readChange(null, null, slot) });

  const acts: BoardActs = {
    fieldsOf,
    canEdit,
    hasCovers,
    hrefOf,
    open: onOpen,
    openMoveDialog: (taskId, slot) => setMoving({ taskId, slot }),
    add,
  };

  const selecting = useSelecting(
    {
      // A task with two labels is in two columns, so remove duplicates.
      order: () => [...new Set(readAll().flatMap(({ ids }) => ids))],
      focus: (id) => {
        const position = findCardPosition(readAll(), id);
        if (position !== null) focus.show(position.slot, position.index, id);
      },
    },
    board,
  );

  function handleKey(event: React.KeyboardEvent): void {
    const card = focus.readAim() ?? readCard(event.target);
    if (card === null || event.metaKey || event.ctrlKey) return;
    const { taskId, slot } = card;
    const direction = readDirection(event.key);
    if (direction !== undefined) {
      event.preventDefault();
      const lane = readLane(slot);
      const position = findCardPosition(lane, taskId, slot);
      if (position === null) return;
      if (event.altKey && canEdit) moveAndFollow(taskId, slot, findStep(lane, position, direction));
      else {
        const next = findNeighbour(lane, position, direction) ?? findInNextLane(slot, direction);
        if (next === null) return;
        if (event.shiftKey) extendSelection(taskId, next.taskId);
        focus.show(next.slot, next.index, next.taskId);
      }
    } else if (event.key === ' ') {
      event.preventDefault();
      onOpen(taskId);
    } else if (event.key.toLowerCase() === 'm' && canEdit && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      setMoving(card);
    }
  }

  /** Finds the next lane that has a card in this column, for an arrow key at the edge of a column. */
  function findInNextLane(slot: string, direction: Direction): (CardPosition & { taskId: string }) | null {
    if (direction === 'left' || direction === 'right') return null;
    const step = direction === 'down' ? 1 : -1;
    const at = cells.findIndex((lane) => lane.some((cell) => cell.slot === slot));
    const column = cells[at]?.findIndex((cell) => cell.slot === slot) ?? 0;
    for (let other = at + step; other in cells; other += step) {
      const next = cells[other]?.[column];
      const ids = next === undefined ? [] : view.ids(next.slot);
      const index = step === 1 ? 0 : ids.length - 1;
      const taskId = ids[index];
      if (next !== undefined && taskId !== undefined) return { slot: next.slot, index, taskId };
    }
    return null;
  }

  const renderCell = (group: TaskGroup, slot: string, lane?: TaskGroup) => (
    <BoardColumn
      key={slot}
      group={group}
      view={view}
      slot={slot}
      {...(lane === undefined ? {} : { lane })}
      acts={acts}
      focus={focus}
      nearWatch={isAll ? null : nearWatch}
      isNearAtFirst={first.has(slot)}
      isPainted={isPainted}
      older={older}
      onShowOlder={() => older.show(slot, { ...query, statusId: group.key })}
    />
  );
  const laneOfMoving = cells.find((lane) => lane.some((cell) => cell.slot === moving?.slot)) ?? [];
  return (
    <>
      <div
        ref={board}
        className={styles.board}
        data-lanes={lanes !== UNDIVIDED || undefined}
        // An empty read-only board has no focusable element. Make it focusable so that it can be scrolled by keyboard.
        {...(canEdit ? {} : { tabIndex: 0, role: 'group', 'aria-label': t`Board` })}
        {...selecting.props}
        onKeyDown={handleKey}
        onFocus={(event) => {
          const slot = event.target.closest<HTMLElement>('[data-slot]')?.dataset['slot'];
          if (slot !== undefined) focus.note(slot, readCard(event.target)?.taskId);
        }}
      >
        {lanes === UNDIVIDED ? (
          <>
            {columns.slice(0, here).map((group) => renderCell(group, slotOf(group.key, '')))}
            {here < columns.length && (
              <div className={styles.ahead} style={{ '--columns': columns.length - here } as CSSProperties} />
            )}
          </>
        ) : (
          <BoardLanes view={view} columns={columns} lanes={lanes} slotOf={slotOf} renderCell={renderCell} />
        )}
      </div>
      {selecting.acts}
      <MoveDialog
        isOpen={moving !== null}
        moving={moving}
        label={columnsLabel}
        columns={laneOfMoving
          .filter(({ column }) => column.enter !== null)
          .map(({ slot, column }) => ({ slot, group: column }))}
        read={() => readLane(moving?.slot ?? '')}
        isManual={isManual}
        onClose={() => setMoving(null)}
        onMove={(taskId, position) => {
          const from = moving?.slot ?? position.slot;
          setMoving(null);
          moveAndFollow(taskId, from, position);
        }}
      />
    </>
  );
}
