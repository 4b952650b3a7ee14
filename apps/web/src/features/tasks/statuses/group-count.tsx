import type { ReactNode } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { LimitedCount } from './limits.lazy.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

interface GroupCountProps {
  group: TaskGroup;
  /** How many tasks are shown in it. */
  shown: number;
  className: string | undefined;
  /** That number as it is written where there is no limit. */
  children: ReactNode;
}

/** How many tasks stand under a name; where the project wants so many at most, beside that number. */
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
