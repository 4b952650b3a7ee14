import { useLingui } from '@lingui/react/macro';
import { useRef, useState, type CSSProperties } from 'react';
import type { TaskQuery, View } from '#platform/sync/index.ts';
import type { BoardActs } from './board-acts.ts';
import { BoardColumn } from './board-column.tsx';
import { createBoardFocus } from './board-focus.ts';
import { handleBoardKeys, readCard } from './board-keyboard.ts';
import type { BoardColumnIds } from '#features/tasks/card-moves/card-positions.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import { MoveDialog } from './move-dialog.lazy.ts';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { useIsPainted } from '#ui/lazy/use-is-painted.ts';
import { createViewportWatch, isLarge, listFirst } from './use-near-viewport.ts';
import { useOpenAtWork } from './open-at-work.ts';
import type { BoardCell } from '#features/tasks/card-moves/use-card-moves.ts';
import { useBoardMoves } from './use-board-moves.ts';
import { useNewCards } from './use-new-cards.ts';
import { useChunkedMount } from './use-chunked-mount.ts';
import { useOlderTasks } from '#features/tasks/grouping/use-older-tasks.ts';
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
  const older = useOlderTasks(view, since);
  const [focus] = useState(createBoardFocus);
  const [moving, setMoving] = useState<{ taskId: string; slot: string } | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const lanesOfCells = lanes.map((lane) =>
    columns.map((column): BoardCell => ({ slot: slotOf(column.key, lane.key), column, lane })),
  );
  const cells = lanesOfCells.flat();
  const [nearWatch] = useState(createViewportWatch);
  const slots = lanesOfCells.map((lane) => lane.map(({ slot }) => slot));
  const first = listFirst(slots);
  const isAll = !isLarge(slots);
  const isPainted = useIsPainted();
  const here = useChunkedMount(columns.length, isAll ? columns.length : first.size);
  useOpenAtWork({ board, columns, slotOf: (column) => slotOf(column, lanes[0]?.key ?? ''), view });
  const readIds = (lane: readonly BoardCell[]): BoardColumnIds[] =>
    lane.map(({ slot }) => ({ slot, ids: view.ids(slot) }));
  const moves = useBoardMoves({ board, cells, view, isManual, focus });
  const newCards = useNewCards({ view, isManual, preset, readChange: moves.readChange });
  const acts: BoardActs = {
    ...newCards,
    canEdit,
    hasCovers,
    hrefOf,
    open: onOpen,
    followCard: moves.followCard,
    openMoveDialog: (taskId, slot) => setMoving({ taskId, slot }),
  };
  const { selecting } = moves;

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
  const laneOfMoving = lanesOfCells.find((lane) => lane.some(({ slot }) => slot === moving?.slot)) ?? [];
  return (
    <>
      <div
        ref={board}
        className={styles.board}
        data-lanes={lanes !== UNDIVIDED || undefined}
        // An empty read-only board has no focusable element. Make it focusable so that it can be scrolled by keyboard.
        {...(canEdit ? {} : { tabIndex: 0, role: 'group', 'aria-label': t`Board` })}
        {...selecting.props}
        onKeyDown={(event) =>
          handleBoardKeys(event, {
            aim: focus.readAim(),
            readLanes: () => lanesOfCells.map(readIds),
            canEdit,
            onGo: moves.goTo,
            onMove: moves.moveAndFollow,
            onMoveRequest: setMoving,
            onOpen,
          })
        }
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
        read={() => readIds(laneOfMoving)}
        isManual={isManual}
        onClose={() => setMoving(null)}
        onMove={(taskId, position) => {
          const from = moving?.slot ?? position.slot;
          setMoving(null);
          moves.moveAndFollow(taskId, from, position);
        }}
      />
    </>
  );
}
