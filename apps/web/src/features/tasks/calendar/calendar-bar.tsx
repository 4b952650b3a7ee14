import { isMoment } from '@hearth/contracts/core/moment-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import { clsx } from 'clsx';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { Assignees } from '#features/members/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useDueWhen } from '#ui/format/use-today.ts';
import type { Bar } from './calendar-layout.ts';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { PRIORITY_LABELS, type StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from './calendar.module.css';

/** Data shared by all tasks of a calendar. */
export interface CalendarTasks {
  statuses: readonly StatusLook[];
  draggedId: string | null;
  nameSpan: (span: Span) => string;
  hrefOf: (taskId: string) => string;
  onOpen: (taskId: string) => void;
}

interface CalendarBarProps {
  bar: Bar;
  days: readonly string[];
  isRoomy: boolean;
  isTabStop: boolean;
  tasks: CalendarTasks;
}

/**
 * Returns the time of day to show in a bar: the due time if the task ends within the bar, otherwise the start time if it starts within the
 * bar.
 */
function timeInBar(
  { startDate, dueDate }: SyncRows['task'],
  { isBegun, continuesAfter }: Bar,
): string | null {
  if (dueDate !== null && isMoment(dueDate) && !continuesAfter) return dueDate;
  return startDate !== null && isMoment(startDate) && !isBegun ? startDate : null;
}

/** Shows a task as a bar across the days of a week. */
export function CalendarBar({ bar, days, isRoomy, isTabStop, tasks }: CalendarBarProps) {
  const { t } = useLingui();
  const task = useRow('task', bar.id);
  const isChosen = useIsChosen(bar.id);
  const formats = useFormats();
  const status = tasks.statuses.find(({ id }) => id === task?.statusId);
  const isDone = status !== undefined && isClosed(status.category);
  const dueWhen = useDueWhen(task?.dueDate ?? null, isDone);
  if (task === undefined) return null;
  const isLate = dueWhen === 'overdue';
  const isPressing = task.priority === 'urgent' || task.priority === 'high';
  const span = tasks.nameSpan(bar.span);
  const at = timeInBar(task, bar);
  const time = at === null ? '' : formats.time(at);
  const about = [
    isChosen ? t`Selected` : '',
    span,
    time,
    status?.name ?? '',
    task.priority === 'none' ? '' : t(PRIORITY_LABELS[task.priority]),
    isLate ? t`Overdue` : '',
  ];
  return (
    <div
      className={clsx(styles.bar, isRoomy && styles.roomy)}
      style={{ '--lane': bar.lane, '--days': bar.last - bar.first + 1 } as CSSProperties}
      data-task-of={bar.id}
      data-from={days[bar.first]}
      data-to={days[bar.last]}
      data-color={status?.color}
      data-begun={bar.isBegun || undefined}
      data-going-on={bar.continuesAfter || undefined}
      data-chosen={isChosen || undefined}
      data-dragged={tasks.draggedId === bar.id || undefined}
      data-closed={isDone || undefined}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} size={13} />
      )}
      {time !== '' && (
        <span className={styles.barTime} aria-hidden="true">
          {time}
        </span>
      )}
      <a
        className={styles.barTitle}
        href={tasks.hrefOf(bar.id)}
        data-task-id={bar.id}
        data-late={isLate || undefined}
        aria-describedby={`about-${bar.id}-${days[0]}`}
        tabIndex={isTabStop ? 0 : -1}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          tasks.onOpen(bar.id);
        }}
      >
        {task.title}
      </a>
      <span id={`about-${bar.id}-${days[0]}`} className="hidden-text">
        {formats.parts(about)}
      </span>
      {isPressing && <PriorityGlyph priority={task.priority} />}
      {isRoomy && (
        <span className={styles.barFoot}>
          <span className={styles.key}>{task.key}</span>
          <Assignees ids={task.assigneeIds} />
        </span>
      )}
      {!bar.isBegun && <span className={styles.barEnd} data-end="from" />}
      {!bar.continuesAfter && <span className={styles.barEnd} data-end="to" />}
    </div>
  );
}
