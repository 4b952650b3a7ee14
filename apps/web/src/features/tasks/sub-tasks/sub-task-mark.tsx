import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconSubtask } from '@tabler/icons-react';
import { useFormats } from '#ui/format/formats.ts';
import { useRollUp } from './progress-roll-up.ts';
import styles from '#features/tasks/model/task-marks.module.css';

/** Progress of the descendants of a task, such as '2/5'. */
export function SubTaskMark({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const below = useRollUp(taskId);
  if (below === undefined || below.total === 0) return null;
  const { done, total } = below;
  const [shownDone, shownTotal] = [formats.number(done), formats.number(total)];
  return (
    <span className={styles.mark} data-whole={done === total || undefined}>
      <IconSubtask size={13} stroke={1.7} aria-hidden="true" />
      <span aria-hidden="true">
        {shownDone}/{shownTotal}
      </span>
      <span className="hidden-text">
        {t`${plural(total, { one: `${shownDone} of # sub-task done`, other: `${shownDone} of # sub-tasks done` })}`}
      </span>
    </span>
  );
}
