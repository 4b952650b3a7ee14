import { createPortal } from 'react-dom';
import { useAction } from '#platform/actions/actions.ts';
import { useGroup, useRow, useTeamStore } from '#platform/sync/index.ts';
import { TimerPill } from './timer-pill.lazy.ts';
import { runningTimers } from './running-timers.ts';
import { stopTimerAction } from '#features/tasks/model/tasks.actions.ts';

interface TimerWatchProps {
  /** The slot in the app frame. Null if the frame has no space for the timer. */
  target: HTMLElement | null;
  onOpen: (taskId: string) => void;
}

/** Shows the user's running timer on every screen. */
export function TimerWatch({ target, onOpen }: TimerWatchProps) {
  const store = useTeamStore();
  const [id] = useGroup(runningTimers(store), store.userId);
  const entry = useRow('timeEntry', id ?? '');
  useAction(
    stopTimerAction,
    () => void import('./timer-act.ts').then(({ stopTimerWithToast }) => stopTimerWithToast(store)),
    entry !== undefined,
  );
  if (entry === undefined || target === null) return null;
  return createPortal(<TimerPill entry={entry} onOpen={onOpen} />, target);
}
