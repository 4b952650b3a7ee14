import { hasRole } from '@hearth/contracts/permissions/permissions';
import type { Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { usePeople } from '#features/members/index.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { useTeamStore, type View } from '#platform/sync/index.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { readFirstWeekday } from '#ui/format/formats.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { useItemKey } from '#ui/layout/use-item-key.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useKeyStart } from '#features/tasks/bulk-edit/use-key-start.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import { useWorkloadActs } from './use-workload-acts.ts';
import { useWorkloadSums } from './use-workload-sums.ts';
import { WorkTimeDialog } from './work-time-dialog.tsx';
import { listColumns, type WorkloadPosition } from './loads.ts';
import type { Cell, WorkloadBoard } from './workload-board.ts';
import { startWorkloadDrag, type WorkloadDrag } from './workload-drag.ts';
import { handleWorkloadKeys } from './workload-keyboard.ts';
import { WorkloadHeads } from './workload-heads.tsx';
import { WorkloadMove } from './workload-move.tsx';
import { WorkloadRow } from './workload-row.tsx';
import { WorkloadTasks } from './workload-tasks.tsx';
import { useWorkloadFormats } from './workload-formats.ts';
import styles from './workload.module.css';

interface TaskWorkloadProps {
  view: View<'task'>;
  /** The members, and the row of unassigned tasks. */
  groups: readonly TaskGroup[];
  isEmptyShown: boolean;
  scale: Scale;
  onScale: (scale: Scale) => void;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

const SCALES_SHOWN = ['day', 'week'] as const satisfies readonly Scale[];
const ROW_PX = 68;
/** Maximum number of frames to wait for an element after scrolling to it. */
const TRIES = 6;

/** Shows each member's load over time against their capacity. Excess tasks can be moved to another member or time. */
export function TaskWorkload({
  view,
  groups,
  isEmptyShown,
  scale,
  onScale,
  onOpen,
  hrefOf,
}: TaskWorkloadProps) {
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const store = useTeamStore();
  const today = useToday();
  const formats = useWorkloadFormats();
  const statuses = useStatuses();
  const people = usePeople();
  const role = useTeamRole();
  const isSmall = useIsPhone();
  const known = useMemo(() => new Set(people.map(({ id }) => id)), [people]);
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<Cell | null>(null);
  const [stop, setStop] = useState<Cell | null>(null);
  const [drag, setDrag] = useState<WorkloadDrag | null>(null);
  const [movingId, setMovingId] = useState<string | null>(null);
  const [timeOf, setTimeOf] = useState<{ id: string; name: string } | null>(null);
  const [person, setPerson] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useKeyStart({ container: scroller });

  const steps = scale === 'day' ? 'day' : 'week';
  const columns = useMemo<readonly (Span | null)[]>(
    () => [...listColumns(today, steps, page, readFirstWeekday()), null],
    [today, steps, page],
  );
  const days = columns.filter((column) => column !== null);
  const shown = groups.filter(({ key }) => isEmptyShown || view.ids(key).length > 0);
  const me = shown.find(({ key }) => key === store.userId) ?? shown[0];
  const one = shown.find(({ key }) => key === person) ?? me;
  const rows = isSmall ? (one === undefined ? [] : [one]) : shown;
  // Memoize by content: the array is new on each render but mostly has the same keys.
  const rowNames = rows.map(({ key }) => key).join('\n');
  const rowKeys = useMemo(() => rowNames.split('\n'), [rowNames]);
  const nameRow = (key: string): string => groups.find((group) => group.key === key)?.name ?? '';
  const acts = useWorkloadActs(nameRow);
  const positionOf = ({ row, at }: Cell): WorkloadPosition => ({ row, column: columns[at] ?? null });
  const sums = useWorkloadSums({ view, columns, known, today, formats, acts, opened });

  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: useItemKey(rowKeys),
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const focusable = [opened, stop].map((cell) => rows.findIndex(({ key }) => key === cell?.row));
      return [...new Set([...near, ...focusable.filter((at) => at >= 0)])].toSorted((a, b) => a - b);
    },
    overscan: 6,
  });

  function focusOn(selector: string, tries = TRIES): void {
    const found = scroller.current?.querySelector<HTMLElement>(selector);
    if (found) found.focus();
    else if (tries > 0) requestAnimationFrame(() => focusOn(selector, tries - 1));
  }
  function goTo(cell: Cell): void {
    setStop(cell);
    if (isSmall) setPerson(cell.row);
    else virtualizer.scrollToIndex(rows.findIndex(({ key }) => key === cell.row));
    requestAnimationFrame(() =>
      focusOn(`[data-row="${CSS.escape(cell.row)}"][data-at="${cell.at}"] > button`),
    );
  }
  function moveAndFollow(taskId: string, from: Cell, to: Cell): void {
    if (!acts.move(taskId, positionOf(from), positionOf(to))) return;
    setOpened(to);
    setStop(to);
    if (isSmall) setPerson(to.row);
    else virtualizer.scrollToIndex(rows.findIndex(({ key }) => key === to.row));
    requestAnimationFrame(() => focusOn(`[data-load-task="${CSS.escape(taskId)}"] a`));
  }
  function openMoveDialog(taskId: string): void {
    if (acts.mayMove(taskId)) setMovingId(taskId);
    else announce(t`You can’t edit this task`);
  }
  const turnTo = (next: number): void => {
    setPage(next);
    setOpened(null);
  };

  const board: WorkloadBoard = {
    view,
    today,
    known,
    formats,
    seesTime: hasRole(role, 'member'),
    toggle: (row, at) => {
      setStop({ row, at });
      setOpened(opened?.row === row && opened.at === at ? null : { row, at });
    },
    openWorkTime: (id, name) => setTimeOf({ id, name }),
  };
  const stopRow = rows.some(({ key }) => key === stop?.row) ? stop : { row: rows[0]?.key ?? '', at: 0 };
  const [first, last] = [days[0], days.at(-1)];
  const title =
    first === undefined || last === undefined ? '' : formats.column({ from: first.from, to: last.to });
  const renderRow = (group: TaskGroup) => {
    const openAt = opened?.row === group.key ? opened.at : null;
    const time = formats.column(openAt === null ? null : (columns[openAt] ?? null));
    const { name } = group;
    return (
      <WorkloadRow
        group={group}
        board={board}
        columns={columns}
        openAt={openAt}
        stopAt={stopRow?.row === group.key ? stopRow.at : null}
        change={sums.changeOf(group.key, drag)}
        targetAt={drag?.over?.row === group.key ? drag.over.at : null}
        isStacked={isSmall}
        renderTasks={(taskIds) => (
          <WorkloadTasks
            taskIds={taskIds}
            label={t`Tasks of ${name}, ${time}`}
            statuses={statuses}
            pointsOf={sums.pointsOf}
            draggedId={drag?.taskId ?? null}
            mayMove={acts.mayMove}
            hrefOf={hrefOf}
            onOpen={onOpen}
            onMove={openMoveDialog}
          />
        )}
      />
    );
  };

  return (
    <>
      <div
        className={styles.workload}
        style={{ '--columns': days.length } as CSSProperties}
        data-dragging={drag !== null || undefined}
      >
        <ScheduleHead
          title={title}
          scales={SCALES_SHOWN}
          scale={scale}
          onScale={(next) => {
            setPage(0);
            setOpened(null);
            onScale(next);
          }}
          onToday={() => turnTo(0)}
          onStep={(count) => turnTo(page + count)}
          isAtStart={page === 0}
        >
          {board.seesTime && (
            <button
              type="button"
              className={styles.teamTime}
              onClick={() => setTimeOf({ id: store.teamId, name: '' })}
            >
              <Trans>Points per week</Trans>
            </button>
          )}
        </ScheduleHead>
        {isSmall && one !== undefined && (
          <div className={styles.person}>
            <Picker
              label={t`Person`}
              isFramed
              selected={[one.key]}
              options={shown.map(({ key, name, icon }) => ({ value: key, label: name, icon }))}
              onPick={(key) => {
                setPerson(key);
                setOpened(null);
              }}
            >
              {one.name}
            </Picker>
          </div>
        )}
        <div
          ref={scroller}
          role="grid"
          aria-label={t`Workload`}
          aria-rowcount={isSmall ? undefined : rows.length + 1}
          className={styles.scroller}
          onPointerDown={(event) =>
            startWorkloadDrag(event, {
              mayMove: acts.mayMove,
              onDrag: setDrag,
              onDrop: ({ taskId, over }) => {
                if (opened !== null && over !== null) moveAndFollow(taskId, opened, over);
              },
            })
          }
          onFocus={({ target }) => {
            const cell = target.closest<HTMLElement>('[data-load-cell]')?.dataset;
            if (cell?.['row'] !== undefined) setStop({ row: cell['row'], at: Number(cell['at']) });
          }}
          onKeyDown={(event) =>
            handleWorkloadKeys(event, {
              rows: shown.map(({ key }) => key),
              count: columns.length,
              opened,
              goTo,
              close: () => {
                const cell = opened;
                setOpened(null);
                if (cell !== null) goTo(cell);
              },
              onMove: moveAndFollow,
              onMoveRequest: openMoveDialog,
            })
          }
        >
          {!isSmall && <WorkloadHeads columns={columns} today={today} formats={formats} />}
          <div
            role="presentation"
            style={isSmall ? undefined : { blockSize: virtualizer.getTotalSize(), position: 'relative' }}
          >
            {isSmall
              ? rows.map((group) => (
                  <div key={group.key} role="presentation">
                    {renderRow(group)}
                  </div>
                ))
              : virtualizer.getVirtualItems().map((item) => {
                  const group = rows[item.index];
                  return (
                    group !== undefined && (
                      <div
                        key={item.key}
                        ref={virtualizer.measureElement}
                        role="presentation"
                        data-index={item.index}
                        className={styles.place}
                        style={{ transform: `translateY(${item.start}px)` }}
                      >
                        {renderRow(group)}
                      </div>
                    )
                  );
                })}
          </div>
        </div>
      </div>
      {movingId !== null && opened !== null && (
        <WorkloadMove
          taskId={movingId}
          row={opened.row}
          column={columns[opened.at] ?? null}
          rows={groups}
          columns={days}
          formats={formats}
          formatLoad={(row, column) => sums.formatLoad(movingId, { row, column })}
          onMove={(row, column) => {
            setMovingId(null);
            const at = columns.findIndex((each) => each?.from === column?.from);
            moveAndFollow(movingId, opened, { row, at });
          }}
          onClose={() => setMovingId(null)}
        />
      )}
      {timeOf !== null && <WorkTimeDialog {...timeOf} onClose={() => setTimeOf(null)} />}
    </>
  );
}
