import { hasRole } from '@hearth/contracts/permissions/permissions';
import type { Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { useTeamStore, type View } from '#platform/sync/index.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useKeyStart } from '#features/tasks/bulk-edit/use-key-start.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import { useMoveDialog } from '#features/tasks/schedule/use-date-acts.ts';
import { useWorkloadCells } from './use-workload-cells.ts';
import { useWorkloadPeriod } from './use-workload-period.ts';
import { useWorkloadActs } from './use-workload-acts.ts';
import { useWorkloadSums } from './use-workload-sums.ts';
import { WorkTimeDialog } from './work-time-dialog.tsx';
import type { WorkloadPosition } from './loads.ts';
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
  // Opt out of memoization: rendering reads the view and its tasks, so memoized results would be stale.
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
  const [drag, setDrag] = useState<WorkloadDrag | null>(null);
  const [timeOf, setTimeOf] = useState<{ id: string; name: string } | null>(null);
  const [person, setPerson] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useKeyStart({ container: scroller });

  const { columns, days, title, page, setPage } = useWorkloadPeriod(scale);
  const shown = groups.filter(({ key }) => isEmptyShown || view.ids(key).length > 0);
  const me = shown.find(({ key }) => key === store.userId) ?? shown[0];
  const one = shown.find(({ key }) => key === person) ?? me;
  const rows = isSmall ? (one === undefined ? [] : [one]) : shown;
  const nameRow = (key: string): string => groups.find((group) => group.key === key)?.name ?? '';
  const acts = useWorkloadActs(nameRow);
  const positionOf = ({ row, at }: Cell): WorkloadPosition => ({ row, column: columns[at] ?? null });
  const { movingId, ...moving } = useMoveDialog(acts.mayMove);
  const cells = useWorkloadCells(rows, scroller, isSmall ? setPerson : null);
  const { opened, stop, virtual } = cells;
  const sums = useWorkloadSums({ view, columns, known, today, formats, acts, opened });

  function moveAndFollow(taskId: string, from: Cell, to: Cell): void {
    if (acts.move(taskId, positionOf(from), positionOf(to))) cells.follow(taskId, to);
  }
  const turnTo = (next: number): void => {
    setPage(next);
    cells.close();
  };

  const board: WorkloadBoard = {
    view,
    today,
    known,
    formats,
    seesTime: hasRole(role, 'member'),
    toggle: cells.toggle,
    openWorkTime: (id, name) => setTimeOf({ id, name }),
  };
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
        stopAt={stop?.row === group.key ? stop.at : null}
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
            onMove={moving.open}
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
            turnTo(0);
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
                cells.close();
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
          onFocus={cells.onFocus}
          onKeyDown={(event) =>
            handleWorkloadKeys(event, {
              rows: shown.map(({ key }) => key),
              count: columns.length,
              opened,
              goTo: cells.goTo,
              close() {
                cells.close();
                if (opened !== null) cells.goTo(opened);
              },
              onMove: moveAndFollow,
              onMoveRequest: moving.open,
            })
          }
        >
          {!isSmall && <WorkloadHeads columns={columns} today={today} formats={formats} />}
          <div
            role="presentation"
            style={isSmall ? undefined : { blockSize: virtual.size, position: 'relative' }}
          >
            {isSmall
              ? rows.map((group) => (
                  <div key={group.key} role="presentation">
                    {renderRow(group)}
                  </div>
                ))
              : virtual.items.map((item) => {
                  const group = rows[item.index];
                  return (
                    group !== undefined && (
                      <div
                        key={item.key}
                        ref={virtual.measure}
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
            moving.close();
            const at = columns.findIndex((each) => each?.from === column?.from);
            moveAndFollow(movingId, opened, { row, at });
          }}
          onClose={moving.close}
        />
      )}
      {timeOf !== null && <WorkTimeDialog {...timeOf} onClose={() => setTimeOf(null)} />}
    </>
  );
}
