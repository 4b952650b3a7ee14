import { useLingui } from '@lingui/react/macro';
import { useRow, useTeamStore, type View } from '#platform/sync/index.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { asLoadTask, type RowChange } from './use-row-loads.ts';
import type { WorkloadActs } from './use-workload-acts.ts';
import type { Cell } from './workload-board.ts';
import type { WorkloadDrag } from './workload-drag.ts';
import type { WorkloadFormats } from './workload-formats.ts';
import {
  capacityIn,
  countAway,
  loadOf,
  NOBODY,
  partOf,
  shareOf,
  spreadOf,
  type WorkloadPosition,
} from './loads.ts';

interface SumsRequest {
  view: View<'task'>;
  columns: readonly (Span | null)[];
  known: ReadonlySet<string>;
  today: string;
  formats: WorkloadFormats;
  acts: WorkloadActs;
  /** The open cell, whose tasks are shown. */
  opened: Cell | null;
}

export interface WorkloadSums {
  /** Formats the load that a cell would have if a task of the open cell were moved there. */
  formatLoad: (taskId: string, to: WorkloadPosition) => string;
  /** Formats the points of a task in the open cell. */
  pointsOf: (taskId: string) => string;
  /** Returns how dropping the dragged task would change a row. Returns null if the row would stay the same. */
  changeOf: (row: string, drag: WorkloadDrag | null) => RowChange | null;
}

export function useWorkloadSums({
  view,
  columns,
  known,
  today,
  formats,
  acts,
  opened,
}: SumsRequest): WorkloadSums {
  const { t } = useLingui();
  const store = useTeamStore();
  const teamTime = useRow('workTime', store.teamId);
  const positionOf = ({ row, at }: Cell): WorkloadPosition => ({ row, column: columns[at] ?? null });

  return {
    formatLoad(taskId, to) {
      if (opened === null) return '';
      const incoming = acts.preview(taskId, positionOf(opened), to) ?? store.row('task', taskId);
      const assigned = view.ids(to.row).flatMap((id) => (id === taskId ? [] : (store.row('task', id) ?? [])));
      const all = [...assigned, ...(incoming === undefined ? [] : [incoming])];
      const load = loadOf(
        all.map((task) => asLoadTask(task, known)),
        to.column,
        today,
      );
      if (to.column === null || to.row === NOBODY) return formats.cell(load, null, 0);
      const own = store.row('workTime', to.row);
      return formats.cell(
        load,
        capacityIn(to.column, today, own, teamTime),
        countAway(to.column, today, own),
      );
    },
    pointsOf(taskId) {
      const task = store.row('task', taskId);
      const column = opened === null ? null : (columns[opened.at] ?? null);
      if (task === undefined) return '';
      const load = asLoadTask(task, known);
      const [part, spread] = [partOf(load), spreadOf(load, today)];
      if (part === null) return t`no estimate`;
      const here = part * (column === null || spread === null ? 1 : shareOf(spread, column));
      const [shownPart, all] = [formats.points(here), formats.points(task.estimate ?? 0)];
      return here === task.estimate ? shownPart : t`${shownPart} of ${all}`;
    },
    changeOf(row, drag) {
      if (drag === null || drag.over === null || opened === null) return null;
      const incoming = acts.preview(drag.taskId, positionOf(opened), positionOf(drag.over));
      if (incoming === null) return null;
      const people = incoming.assigneeIds.filter((id) => known.has(id));
      const isHere = people.includes(row) || (row === NOBODY && people.length === 0);
      if (!isHere && !view.ids(row).includes(drag.taskId)) return null;
      return { taskId: drag.taskId, incoming: isHere ? incoming : null };
    },
  };
}
