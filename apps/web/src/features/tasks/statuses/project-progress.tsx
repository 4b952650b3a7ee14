import { CLOSED_RETENTION_DAYS } from '@hearth/contracts/model/task-values';
import { Plural, useLingui } from '@lingui/react/macro';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { columnKey, openTasksByProject, tasksByColumn } from '#features/tasks/model/tasks.data.ts';
import styles from './project-work.module.css';

/** Shows the number of completed and remaining tasks of a project. Tasks closed long ago are not stored on this device and not included. */
export function ProjectProgress({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const done = useStatuses().filter(({ category }) => category === 'completed');
  const slots = done.map(({ id }) => columnKey(projectId, id));
  const finished = useGroupLists(tasksByColumn(store), slots).reduce((sum, ids) => sum + ids.length, 0);
  const open = useGroup(openTasksByProject(store), projectId).length;
  const all = finished + open;
  if (all === 0) return null;
  return (
    <span
      className={styles.progress}
      title={t`Tasks finished in the last ${CLOSED_RETENTION_DAYS} days are counted.`}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ inlineSize: `${(finished / all) * 100}%` }} />
      </span>
      <span className="hidden-text">{t`${finished} of ${all} done`}</span>
      <span className={styles.left}>
        <Plural value={open} one="# open task" other="# open tasks" />
      </span>
    </span>
  );
}
