import { instantIn } from '@hearth/contracts/core/moment-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { createDateKey, type DateKey } from '@hearth/contracts/views/view-sort-values';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useArchivedIds } from '#platform/permissions/rights.ts';
import { useTeamStore, useView, type View, type ViewSpec } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { readerZone } from '#ui/format/reader.ts';
import { describeStatuses, PRIORITIES_BY_WEIGHT, type StatusLook } from './task-field-labels.ts';
import { isTaken, statusesInOrder } from './tasks.data.ts';

type Task = SyncRows['task'];

/** Returns the statuses of the team in order, with their appearance. */
export function useStatuses(): readonly StatusLook[] {
  const rows = useRows(statusesInOrder(useTeamStore()));
  const { t } = useLingui();
  return useMemo(() => describeStatuses(rows, t), [rows, t]);
}

/** The tasks of the team by status, sorted by urgency, without tasks in triage or in archived projects. */
export function useTeamTasks(): View<'task'> {
  const archived = useArchivedIds();
  const spec = useMemo(
    (): ViewSpec<'task'> => ({
      entity: 'task',
      filter: (task) => isTaken(task) && (task.projectId === null || !archived.includes(task.projectId)),
      group: (task) => task.statusId,
      compare: comparePressing,
    }),
    [archived],
  );
  return useView(spec);
}

let known = { zone: '', keyOf: createDateKey(String) };

/** Returns the function that computes sort keys for days and timestamps in the reader's time zone. */
function readDateKey(): DateKey {
  const zone = readerZone();
  if (zone !== known.zone) known = { zone, keyOf: createDateKey((day) => instantIn(day, '00:00', zone)) };
  return known.keyOf;
}

/** Compares tasks by due date (none last), then by priority, then newest first. */
export function comparePressing(a: Task, b: Task): number {
  if (a.dueDate !== b.dueDate) {
    if (a.dueDate === null) return 1;
    if (b.dueDate === null) return -1;
    const keyOf = readDateKey();
    const [one, other] = [keyOf(a.dueDate), keyOf(b.dueDate)];
    if (one !== other) return one < other ? -1 : 1;
  }
  const weight = PRIORITIES_BY_WEIGHT.indexOf(a.priority) - PRIORITIES_BY_WEIGHT.indexOf(b.priority);
  if (weight !== 0) return weight;
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt > b.createdAt ? -1 : 1;
}
