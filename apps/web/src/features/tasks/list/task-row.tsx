import { isClosed } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { Assignees, OpenedBy } from '#features/members/index.ts';
import { clsx } from 'clsx';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { DuePill } from '#ui/display/due-pill.tsx';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { ChooseBox } from './choose-box.tsx';
import { EstimatePill } from '#features/tasks/fields/estimate-pill.tsx';
import { SnoozeMark } from '#features/tasks/reminders/snooze-mark.tsx';
import { ParentName } from '#features/tasks/sub-tasks/parent-name.tsx';
import { ProjectName } from './project-name.tsx';
import { RepeatMark } from '#features/tasks/recurrence/repeat-mark.tsx';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import { TaskLabels } from '#features/tasks/labels/task-labels.tsx';
import { PRIORITY_LABELS, type StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { PartMarks, TypeMark, useTaskParts } from './task-marks.tsx';
import { TaskTick } from './task-tick.tsx';
import styles from './list.module.css';

interface TaskRowProps {
  taskId: string;
  status: StatusLook | undefined;
  href: string;
  onOpen: (taskId: string) => void;
  /** Whether to render the sections of the row as grid cells. */
  isInGrid?: boolean;
  /** Whether the row is in the tab order. In a grid, only one row is a tab stop. */
  isTabStop?: boolean;
  /** Whether the row shows its project. */
  hasProject?: boolean;
  /** Whether the status icon is a button that completes the task or reopens a closed one. */
  isTickable?: boolean;
}

/** A task row, used by every list. */
export function TaskRow({
  taskId,
  status,
  href,
  onOpen,
  isInGrid = false,
  isTabStop = true,
  hasProject = false,
  isTickable = false,
}: TaskRowProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const isChosen = useIsChosen(taskId);
  const parts = useTaskParts(taskId);
  if (task === undefined) return null;
  const isDone = status !== undefined && isClosed(status.category);
  const cell = isInGrid ? ({ role: 'gridcell', tabIndex: -1 } as const) : {};
  return (
    <div className={styles.row} data-task-of={taskId} data-chosen={isChosen || undefined}>
      <span role={isInGrid ? 'gridcell' : undefined} className={styles.part}>
        <ChooseBox isChosen={isChosen} title={task.title} />
      </span>
      <span {...cell} className={styles.marks}>
        <PriorityGlyph priority={task.priority} />
        <span className={styles.key}>{task.key}</span>
        {status !== undefined &&
          (isTickable ? (
            <TaskTick task={task} status={status} />
          ) : (
            <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
          ))}
      </span>
      <span role={isInGrid ? 'rowheader' : undefined} className={styles.part}>
        <a
          className={clsx(styles.title, 'two-lines')}
          href={href}
          tabIndex={isTabStop ? undefined : -1}
          draggable={false}
          data-task-id={taskId}
          data-closed={isDone || undefined}
          aria-describedby={`about-${taskId}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(taskId);
          }}
        >
          {task.title}
        </a>
      </span>
      <span {...cell} id={`about-${taskId}`} className={styles.facts}>
        <span className="hidden-text">
          {formats.parts([
            isChosen ? t`Selected` : '',
            status?.name ?? '',
            t(PRIORITY_LABELS[task.priority]),
          ])}
        </span>
        <OpenedBy taskId={taskId} />
        {task.parentId !== null && (
          <span className={styles.parent}>
            <ParentName parentId={task.parentId} />
          </span>
        )}
        <PartMarks taskId={taskId} parts={parts} />
        {task.typeId !== null && <TypeMark typeId={task.typeId} />}
        {task.labelIds.length > 0 && (
          <span className={styles.labels}>
            <TaskLabels ids={task.labelIds} max={2} />
          </span>
        )}
        {hasProject && <ProjectName projectId={task.projectId} />}
        {task.repeat !== null && <RepeatMark />}
        <SnoozeMark taskId={taskId} />
        {task.estimate !== null && <EstimatePill estimate={task.estimate} />}
        {task.dueDate !== null && <DuePill dueDate={task.dueDate} isClosed={isDone} />}
        <span className={styles.people}>
          <Assignees ids={task.assigneeIds} />
        </span>
      </span>
    </div>
  );
}
