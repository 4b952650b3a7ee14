import type { ReactNode } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { LimitedCount } from './limits.lazy.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

interface GroupCountProps {
  group: TaskGroup;
  /** Number of tasks shown in it. */
  shown: number;
  className: string | undefined;
  /** That number, as rendered without a limit. */
  children: ReactNode;
}

/** The number of tasks in a group and, if the column has one, its WIP limit. */
export function GroupCount({ group, shown, className, children }: GroupCountProps) {
  const { projectId = '', key } = group;
  const limit = useRow('project', projectId)?.limits[key];
  return (
    <span className={className}>
      {limit === undefined ? (
        children
      ) : (
        <LimitedCount projectId={projectId} statusId={key} limit={limit} shown={shown}>
          {children}
        </LimitedCount>
      )}
    </span>
  );
}
