import { useLingui } from '@lingui/react/macro';
import { IconClock, IconPlayerStopFilled } from '@tabler/icons-react';
import { runAction } from '#platform/actions/actions.ts';
import { useRow } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { Elapsed } from './elapsed.tsx';
import { stopTimerAction } from '#features/tasks/model/tasks.actions.ts';
import type { TimeEntry } from './time.data.ts';
import styles from './timer-pill.module.css';

/** Shows the user's running timer with its task, the elapsed time, and a stop button. */
export function TimerPill({ entry, onOpen }: { entry: TimeEntry; onOpen: (taskId: string) => void }) {
  const { t } = useLingui();
  const task = useRow('task', entry.taskId);
  const title = task?.title ?? t`A task`;
  return (
    <div className={styles.pill} role="group" aria-label={t`Timer`}>
      <Tooltip label={title} position="right">
        <button
          type="button"
          className={styles.what}
          aria-label={t`Timer is running: ${title}`}
          onClick={() => onOpen(entry.taskId)}
        >
          <IconClock size={16} stroke={1.8} className={styles.icon} aria-hidden="true" />
          <span className={styles.title}>{title}</span>
        </button>
      </Tooltip>
      <Elapsed entry={entry} className={styles.time} />
      <IconButton
        label={t`Stop timer`}
        shortcut={stopTimerAction}
        size={28}
        onClick={() => runAction(stopTimerAction)}
      >
        <IconPlayerStopFilled size={15} />
      </IconButton>
    </div>
  );
}
