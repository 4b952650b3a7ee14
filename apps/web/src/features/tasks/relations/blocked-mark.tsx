import { useLingui } from '@lingui/react/macro';
import { IconHandStop } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { blockersOf } from './relations.data.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/model/task-marks.module.css';

export function BlockedMark({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const relations = useRows(relationsByTask(useTeamStore()), taskId);
  const ids = useMemo(() => blockersOf(relations, taskId), [relations, taskId]);
  const open = useRowsOf('task', ids).filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return null;
  const titles = formats.list(open.map(({ title }) => title));
  const label = t`Blocked by ${titles}`;
  return (
    <span className={styles.blocked} title={label}>
      <IconHandStop size={14} stroke={1.8} aria-hidden="true" />
      <span className="hidden-text">{label}</span>
    </span>
  );
}
