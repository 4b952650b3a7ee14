import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';
import { describeDuration } from './durations.ts';
import { Elapsed } from './elapsed.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { addTimeAction, startTimerAction, stopTimerAction } from '#features/tasks/model/tasks.actions.ts';
import { timersByTask } from './time.data.ts';
import { startTimerWithToast, stopTimerWithToast } from './timer-act.ts';
import styles from './time.module.css';

const TimeDialog = lazyDialog(async () => (await import('./time-dialog.tsx')).TimeDialog);

/** Shows the time tracked on a task, the user's own timer, and the other users with a running timer on it. */
export function TimeFact({ task }: { task: SyncRows['task'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const may = useMay();
  const people = usePeople();
  const hasChosen = useHasChosen();
  const timers = useRows(timersByTask(store), task.id);
  const own = timers.find(({ userId }) => userId === store.userId);
  const others = people.filter(({ id }) => id !== store.userId && timers.some(({ userId }) => userId === id));
  const names = formats.list(others.map(({ name }) => name));
  const [isAdding, setIsAdding] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const isPast = store.at !== null;
  const canTrack = may('task.comment', task);
  const isRunning = own !== undefined;
  const start = () => startTimerWithToast(store, task.id);
  const stop = () => stopTimerWithToast(store);
  useAction(startTimerAction, start, canTrack && !isRunning && !hasChosen);
  useAction(addTimeAction, () => setIsAdding(true), canTrack && !hasChosen);
  const total = describeDuration(formats, task.trackedSeconds);
  return (
    <span className={styles.fact}>
      {task.trackedSeconds > 0 ? (
        <span className={styles.total}>{total}</span>
      ) : (
        !isRunning && (
          <span className={styles.faint}>
            <Trans>No time tracked</Trans>
          </span>
        )
      )}
      {own !== undefined && !isPast && <Elapsed entry={own} className={styles.running} />}
      {others.length > 0 && !isPast && <AvatarStack people={others} label={t`Working on it now: ${names}`} />}
      {canTrack && (
        <span className={styles.factActs}>
          <IconButton
            label={isRunning ? t`Stop timer` : t`Start timer`}
            shortcut={isRunning ? stopTimerAction : startTimerAction}
            size={28}
            onClick={isRunning ? stop : start}
          >
            {isRunning ? <IconPlayerStopFilled size={15} /> : <IconPlayerPlayFilled size={15} />}
          </IconButton>
          <IconButton
            ref={adder}
            label={t`Add time`}
            size={28}
            data-opens-fact
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size={16} stroke={1.7} />
          </IconButton>
          <TimeDialog taskId={task.id} entry={null} isOpen={isAdding} onClose={() => setIsAdding(false)} />
        </span>
      )}
    </span>
  );
}
