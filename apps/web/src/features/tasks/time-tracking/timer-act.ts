import { secondsOf, TIME_LIMITS } from '@hearth/contracts/time-tracking/time-values';
import { t } from '@lingui/core/macro';
import { showToast } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { formatNumber } from '#ui/format/formats.ts';
import { describeDuration } from './durations.ts';
import { ownTimer } from './running-timers.ts';
import { startTimer, stopTimer } from './time.data.ts';

/** Starts the user's timer and shows a toast. The toast also mentions a timer that was stopped. */
export function startTimerWithToast(store: TeamStore, taskId: string): void {
  const running = ownTimer(store);
  const start = startTimer(store, taskId);
  if (start === null) return showToast(t`The timer is running on this task`);
  const other = running === undefined ? undefined : store.row('task', running.taskId);
  store.mutate(start);
  const key = other?.key ?? '';
  const undo = { label: t`Undo`, run: () => void store.undo() };
  if (running === undefined) return showToast(t`Timer started`, { action: undo });
  return showToast(
    key === '' ? t`Timer started. The previous one stopped.` : t`Timer started. The timer on ${key} stopped.`,
    { action: undo },
  );
}

/** Stops the user's timer and shows a toast with the tracked time. */
export function stopTimerWithToast(store: TeamStore): void {
  const running = ownTimer(store);
  if (running === undefined) return;
  const ms = store.now() - Date.parse(running.startedAt);
  const tracked = describeDuration({ number: formatNumber }, secondsOf(running, store.now()));
  store.mutate(stopTimer(store, running));
  const isTooLong = ms > TIME_LIMITS.longest * 1000;
  showToast(
    isTooLong
      ? t`The timer ran for more than a day. 24 hours were saved; you can edit them.`
      : t`Timer stopped: ${tracked} tracked`,
    { action: { label: t`Undo`, run: () => void store.undo() } },
  );
}
