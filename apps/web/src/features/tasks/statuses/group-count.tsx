import type { ReactNode } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { LimitedCount } from './limits.lazy.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

interface GroupCountProps {
  group: TaskGroup;
  /** Number of tasks shown in the group. */
  shown: number;
  className: string | undefined;
  /** The formatted number of shown tasks. */
  children: ReactNode;
}

/** Shows the number of tasks in a group, with the WIP limit if the column has one. */
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
