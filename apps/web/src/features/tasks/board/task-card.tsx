import { IconArrowsMove } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Assignees, OpenedBy } from '#features/members/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { DuePill } from '#ui/display/due-pill.tsx';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import type { BoardActs } from './board-acts.ts';
import { EstimatePill } from '#features/tasks/fields/estimate-pill.tsx';
import { ParentName } from '#features/tasks/sub-tasks/parent-name.tsx';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import { RepeatMark } from '#features/tasks/recurrence/repeat-mark.tsx';
import { TaskLabels } from '#features/tasks/labels/task-labels.tsx';
import { PartMarks, TypeMark, useTaskParts } from '#features/tasks/list/task-marks.tsx';
import { useCardDrag } from '#features/tasks/card-moves/card-drag.ts';
import { PRIORITY_LABELS } from '#features/tasks/model/task-field-labels.ts';
import styles from './board.module.css';

// Lazy-loaded because most boards of new teams have no covers.
const CardCover = lazyComponent(
  async () => (await import('#features/tasks/attachments/cover-picture.tsx')).CardCover,
);

interface TaskCardProps {
  taskId: string;
  /** The column of this card. */
  slot: string;
  /** Whether the card is in the tab order. Each column has one tab stop. Arrow keys move between cards. */
  isTabStop: boolean;
  acts: BoardActs;
}

/** A draggable card that shows a task on the board. */
export function TaskCard({ taskId, slot, isTabStop, acts }: TaskCardProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const isChosen = useIsChosen(taskId);
  const parts = useTaskParts(taskId);
  const ref = useRef<HTMLDivElement>(null);
  const { isDragged, edge } = useCardDrag(ref, taskId, slot, acts.canEdit);
  // Runs before the card is removed from the document, while it still has focus.
  const leave = useEffectEvent(() => {
    if (ref.current?.contains(document.activeElement) === true) acts.followCard(taskId, slot);
  });
  useLayoutEffect(() => () => leave(), []);
  if (task === undefined) return null;
  const hasMeta =
    isChosen ||
    task.key !== '' ||
    task.priority !== 'none' ||
    task.dueDate !== null ||
    task.estimate !== null ||
    task.typeId !== null ||
    task.repeat !== null ||
    task.parentId !== null ||
    Object.values(parts).some(Boolean) ||
    task.assigneeIds.length + task.labelIds.length > 0;
  return (
    <div
      className={clsx(styles.slot, isDragged && styles.dragged)}
      data-edge={edge ?? undefined}
      data-task-of={taskId}
      data-chosen={isChosen || undefined}
    >
      <div ref={ref} className={styles.card}>
        {acts.hasCovers && task.coverId !== null && (
          // Height of the cover without the padding, to avoid a layout shift.
          <Suspense fallback={<div style={{ blockSize: 123 }} />}>
            <CardCover taskId={taskId} coverId={task.coverId} />
          </Suspense>
        )}
        <a
          className={styles.cardTitle}
          href={acts.hrefOf(taskId)}
          data-task-id={taskId}
          aria-describedby={hasMeta ? `about-${taskId}` : undefined}
          tabIndex={isTabStop ? 0 : -1}
          // Disable native dragging of the link so that the whole card is dragged.
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            acts.open(taskId);
          }}
        >
          {task.title}
        </a>
        {hasMeta && (
          <div className={styles.about} id={`about-${taskId}`}>
            <OpenedBy taskId={taskId} />
            {task.parentId !== null && <ParentName parentId={task.parentId} />}
            {task.labelIds.length > 0 && <TaskLabels ids={task.labelIds} />}
            <div className={styles.meta}>
              {isChosen && <span className="hidden-text">{t`Selected`}</span>}
              {task.priority !== 'none' && (
                <>
                  <PriorityGlyph priority={task.priority} />
                  <span className="hidden-text">{t(PRIORITY_LABELS[task.priority])}</span>
                </>
              )}
              {task.typeId !== null && <TypeMark typeId={task.typeId} />}
              {task.key !== '' && <span className={styles.key}>{task.key}</span>}
              {task.dueDate !== null && <DuePill dueDate={task.dueDate} isClosed={task.closedAt !== null} />}
              {task.repeat !== null && <RepeatMark />}
              {task.estimate !== null && <EstimatePill estimate={task.estimate} />}
              <PartMarks taskId={taskId} parts={parts} />
              {task.assigneeIds.length > 0 && (
                <span className={styles.people}>
                  <Assignees ids={task.assigneeIds} />
                </span>
              )}
            </div>
          </div>
        )}
      </div>
      {acts.canEdit && (
        <button
          type="button"
          className={styles.move}
          tabIndex={-1}
          aria-label={t`Move ${task.title} to…`}
          onClick={() => acts.openMoveDialog(taskId, slot)}
        >
          <IconArrowsMove size={14} stroke={1.7} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
