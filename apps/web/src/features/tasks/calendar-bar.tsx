import { isClosed } from '@hearth/contracts/task-values';
import { clsx } from 'clsx';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { Assignees } from '#features/members/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { judgeDue } from '#ui/due-date.ts';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { useToday } from '#ui/use-today.ts';
import type { Bar } from './calendar-layout.ts';
import { useIsChosen } from './selection.ts';
import type { Span } from './task-span.ts';
import { PRIORITY_WORDS, type StatusLook } from './task-words.ts';
import styles from './calendar.module.css';

/** What all tasks of a calendar have in common. */
export interface CalendarTasks {
  statuses: readonly StatusLook[];
  /** The task in a pointer's hand. */
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

/** A task as it lies over the days of a week. */
export function CalendarBar({ bar, days, isRoomy, isTabStop, tasks }: CalendarBarProps) {
  const { t } = useLingui();
  const task = useRow('task', bar.id);
  const isChosen = useIsChosen(bar.id);
  const today = useToday();
  if (task === undefined) return null;
  const status = tasks.statuses.find(({ id }) => id === task.statusId);
  const isDone = status !== undefined && isClosed(status.category);
  const isLate = task.dueDate !== null && judgeDue(task.dueDate, today, isDone) === 'overdue';
  const isPressing = task.priority === 'urgent' || task.priority === 'high';
  const span = tasks.nameSpan(bar.span);
  const about = [
    isChosen ? t`Selected` : '',
    span,
    status?.name ?? '',
    task.priority === 'none' ? '' : t(PRIORITY_WORDS[task.priority]),
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
      data-going-on={bar.isGoingOn || undefined}
      data-chosen={isChosen || undefined}
      data-dragged={tasks.draggedId === bar.id || undefined}
      data-closed={isDone || undefined}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} size={13} />
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
        {about.filter((part) => part !== '').join(', ')}
      </span>
      {isPressing && <PriorityGlyph priority={task.priority} />}
      {isRoomy && (
        <span className={styles.barFoot}>
          <span className={styles.key}>{task.key}</span>
          <Assignees ids={task.assigneeIds} />
        </span>
      )}
      {!bar.isBegun && <span className={styles.barEnd} data-end="from" />}
      {!bar.isGoingOn && <span className={styles.barEnd} data-end="to" />}
    </div>
  );
}
