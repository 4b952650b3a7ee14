import { useLingui } from '@lingui/react/macro';
import { IconZzz } from '@tabler/icons-react';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import styles from '#features/tasks/model/task-marks.module.css';

/** Shows until when a task is snoozed for the user. */
export function SnoozeMark({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const until = useRow('ownTask', taskId)?.snoozedUntil ?? null;
  if (until === null || until <= today) return null;
  const day = formats.nearDay(until, today);
  return (
    <span className={styles.mark} title={t`Snoozed until ${day}`}>
      <IconZzz size={14} stroke={1.8} aria-hidden="true" />
      <span className="hidden-text">{t`Snoozed until ${day}`}</span>
      <span aria-hidden="true">{day}</span>
    </span>
  );
}
