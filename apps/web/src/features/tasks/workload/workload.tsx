import { hasRole } from '@hearth/contracts/permissions/permissions';
import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { useTeamStore, type View } from '#platform/sync/index.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useKeyStart } from '#features/tasks/bulk-edit/use-key-start.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useWorkloadCells } from './use-workload-cells.ts';
import { useWorkloadPeriod } from './use-workload-period.ts';
import { useWorkloadActs } from './use-workload-acts.ts';
import { useWorkloadMoves } from './use-workload-moves.tsx';
import { useWorkloadSums } from './use-workload-sums.ts';
import { WorkTimeDialog } from './work-time-dialog.tsx';
import type { WorkloadBoard } from './workload-board.ts';
import type { WorkloadDrag } from './workload-drag.ts';
import { WorkloadGrid } from './workload-grid.tsx';
import { WorkloadRow } from './workload-row.tsx';
import { WorkloadTasks } from './workload-tasks.tsx';
import { WorkloadToolbar } from './workload-toolbar.tsx';
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
  const scroller = useRef<HTMLDivElement>(null);
  useKeyStart({ container: scroller });

  const { columns, days, title, page, setPage } = useWorkloadPeriod(scale);
  const { shown, one, rows, setPerson } = useShownRows(view, groups, isEmptyShown, isSmall);
  const nameRow = (key: string): string => groups.find((group) => group.key === key)?.name ?? '';
  const acts = useWorkloadActs(nameRow);
  const cells = useWorkloadCells(rows, scroller, isSmall ? setPerson : null);
  const { opened, stop } = cells;
  const sums = useWorkloadSums({ view, columns, known, today, formats, acts, opened });
  const moves = useWorkloadMoves({ groups, columns, days, formats, acts, cells, sums });

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
        {...{ group, board, columns, openAt }}
        stopAt={stop?.row === group.key ? stop.at : null}
        change={sums.changeOf(group.key, drag)}
        targetAt={drag?.over?.row === group.key ? drag.over.at : null}
        isStacked={isSmall}
        renderTasks={(taskIds) => (
          <WorkloadTasks
            {...{ taskIds, statuses, hrefOf, onOpen }}
            label={t`Tasks of ${name}, ${time}`}
            pointsOf={sums.pointsOf}
            draggedId={drag?.taskId ?? null}
            mayMove={acts.mayMove}
            onMove={moves.openDialog}
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
        <WorkloadToolbar
          {...{ title, scale, page, onScale }}
          person={isSmall ? one : undefined}
          people={shown}
          onTeamTime={board.seesTime ? () => setTimeOf({ id: store.teamId, name: '' }) : undefined}
          onPage={(next) => {
            setPage(next);
            cells.close();
          }}
          onPerson={(key) => {
            setPerson(key);
            cells.close();
          }}
        />
        <WorkloadGrid
          {...{ scroller, board, columns, cells, rows, isSmall, renderRow }}
          rowKeys={shown.map(({ key }) => key)}
          mayMove={acts.mayMove}
          onDrag={setDrag}
          onMove={moves.move}
          onMoveRequest={moves.openDialog}
        />
      </div>
      {moves.dialog}
      {timeOf !== null && <WorkTimeDialog {...timeOf} onClose={() => setTimeOf(null)} />}
    </>
  );
}

/** Returns the rows with tasks, or on a phone one of them: the chosen member, or else the user. */
function useShownRows(
  view: View<'task'>,
  groups: readonly TaskGroup[],
  isEmptyShown: boolean,
  isSmall: boolean,
) {
  // Opt out of memoization: it reads the view.
  'use no memo';
  const store = useTeamStore();
  const [person, setPerson] = useState<string | null>(null);
  const shown = groups.filter(({ key }) => isEmptyShown || view.ids(key).length > 0);
  const me = shown.find(({ key }) => key === store.userId) ?? shown[0];
  const one = shown.find(({ key }) => key === person) ?? me;
  const rows = isSmall ? (one === undefined ? [] : [one]) : shown;
  return { shown, one, rows, setPerson };
}
