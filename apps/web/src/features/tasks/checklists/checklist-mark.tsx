import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconListCheck } from '@tabler/icons-react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { checklistByTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/model/task-marks.module.css';

/** Checklist progress of a task, such as '2/5'. */
export function ChecklistMark({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const items = useRows(checklistByTask(useTeamStore()), taskId);
  if (items.length === 0) return null;
  const [done, total] = [items.filter(({ isDone }) => isDone).length, items.length];
  const [shownDone, shownTotal] = [formats.number(done), formats.number(total)];
  return (
    <span className={styles.mark} data-whole={done === total || undefined}>
      <IconListCheck size={13} stroke={1.7} aria-hidden="true" />
      <span aria-hidden="true">
        {shownDone}/{shownTotal}
      </span>
      <span className="hidden-text">
        {t`${plural(total, { one: `${shownDone} of # step done`, other: `${shownDone} of # steps done` })}`}
      </span>
    </span>
  );
}
