import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { columnKey, tasksByColumn } from '#features/tasks/model/tasks.data.ts';
import styles from './limits.module.css';

interface LimitedCountProps {
  projectId: string;
  statusId: string;
  limit: number;
  /** Number of the column's tasks that are shown. */
  shown: number;
  /** The formatted number of tasks. */
  children: ReactNode;
}

/** Shows the number of tasks and the limit, such as '5 of 4'. The limit applies to all tasks of the column regardless of the filter. */
export function LimitedCount({ projectId, statusId, limit, shown, children }: LimitedCountProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const count = useGroup(tasksByColumn(useTeamStore()), columnKey(projectId, statusId)).length;
  const [all, most] = [formats.number(count), formats.number(limit)];
  const isOver = count > limit;
  return (
    <>
      {shown !== count && <span className={styles.shown}>{children}</span>}
      <span className={styles.limited} data-over={isOver || undefined}>
        {isOver && <IconAlertTriangle size={13} stroke={2} aria-hidden="true" />}
        <span aria-hidden="true">
          <Trans comment="tasks in a column, and how many there should be at most">
            {all} of {most}
          </Trans>
        </span>
        <span className="hidden-text">
          {isOver
            ? t`${plural(count, { one: '# task', other: '# tasks' })}, over the limit of ${most}`
            : t`${plural(count, { one: '# task', other: '# tasks' })}, the limit is ${most}`}
        </span>
      </span>
    </>
  );
}
