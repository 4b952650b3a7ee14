import { isClosed } from '@hearth/contracts/model/task-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { columnKey, tasksByColumn } from '#features/tasks/model/tasks.data.ts';

interface LimitWatchProps {
  projectId: string;
  limits: Readonly<Record<string, number>>;
}

/** Warns if a local change exceeds the WIP limit of a column. It never prevents the change. */
export function LimitWatch({ projectId, limits }: LimitWatchProps) {
  return useStatuses().map((status) => {
    const limit = limits[status.id];
    return (
      limit !== undefined &&
      !isClosed(status.category) && (
        <ColumnWatch key={status.id} projectId={projectId} status={status} limit={limit} />
      )
    );
  });
}

function ColumnWatch({ projectId, status, limit }: { projectId: string; status: StatusLook; limit: number }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const ids = useGroup(tasksByColumn(store), columnKey(projectId, status.id));
  const former = useRef(ids);
  const compare = useEffectEvent((before: readonly string[], now: readonly string[]) => {
    if (now.length <= limit || now.length <= before.length) return;
    const known = new Set(before);
    // Don't warn about changes by other users.
    if (!now.some((id) => !known.has(id) && store.isPending('task', id))) return;
    const { name } = status;
    showToast(
      t`${name} now has ${plural(now.length, { one: '# task', other: '# tasks' })}: over its limit of ${limit}.`,
      { action: { label: t`Undo`, run: () => void store.undo() } },
    );
  });
  useEffect(() => {
    const before = former.current;
    former.current = ids;
    if (before !== ids) compare(before, ids);
  }, [ids]);
  return null;
}
