import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { datesFor, spanOf, type Span } from '#features/tasks/model/task-span.ts';

export interface DateActs {
  /** Returns the span of a task, or null if the task is undated. Returns undefined if the task does not exist. */
  spanOf: (taskId: string) => Span | null | undefined;
  mayMove: (taskId: string) => boolean;
  /**
   * Moves a task to a span, or removes its dates if the span is null, and announces it to screen readers. Returns false if the task does
   * not exist or the user may not edit it.
   */
  putOn: (taskId: string, span: Span | null) => boolean;
  nameSpan: (span: Span | null) => string;
}

/** Actions on the dates of tasks in calendars and timelines. */
export function useDateActs(): DateActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const formats = useFormats();
  const today = useToday();

  function nameSpan(span: Span | null): string {
    if (span === null) return t`No date`;
    const [from, to] = [formats.nearDay(span.from, today), formats.nearDay(span.to, today)];
    return span.from === span.to ? from : t`${from} – ${to}`;
  }

  return {
    nameSpan,
    spanOf(taskId) {
      const task = store.row('task', taskId);
      return task === undefined ? undefined : spanOf(task);
    },
    mayMove(taskId) {
      const task = store.row('task', taskId);
      return task !== undefined && may('task.update', task);
    },
    putOn(taskId, span) {
      const task = store.row('task', taskId);
      if (task === undefined) return false;
      if (!may('task.update', task)) {
        announce(t`You can’t edit this task`);
        return false;
      }
      const commands = updateTasks(store, [{ id: taskId, fields: { ...datesFor(task, span) } }]);
      if (commands.length > 0) store.mutate(commands);
      const { title } = task;
      const days = nameSpan(span);
      announce(t`${title}: ${days}`);
      return true;
    },
  };
}

/** The task that is being moved in a dialog. Opening the dialog without the right to edit the task only announces the refusal. */
export function useMoveDialog(mayMove: (taskId: string) => boolean) {
  const { t } = useLingui();
  const [movingId, setMovingId] = useState<string | null>(null);
  return {
    movingId,
    open: (taskId: string): void => {
      if (mayMove(taskId)) setMovingId(taskId);
      else announce(t`You can’t edit this task`);
    },
    close: (): void => setMovingId(null),
  };
}
