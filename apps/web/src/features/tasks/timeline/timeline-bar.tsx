import type { SyncRows } from '@hearth/contracts/sync';
import { clsx } from 'clsx';
import type { Ref } from 'react';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { OffScreenSide } from './use-off-screen-bar.ts';
import type { TimelineMeasure } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

/** Approximate width of a letter in a bar's title, in pixels. */
const LETTER_PX = 6.5;
const BAR_PADDING_PX = 14;
/**
 * Minimum width, in pixels, of a bar that truncates its title. Titles that do not fit into narrower bars are shown
 * next to them.
 */
const ENOUGH_PX = 140;

interface TimelineBarProps {
  bar: Ref<HTMLSpanElement>;
  task: SyncRows['task'];
  span: Span;
  measure: TimelineMeasure;
  /** The side of the visible days on which the bar is. Null if it is visible. */
  side: OffScreenSide | null;
  color: string | undefined;
  canMove: boolean;
  isDragged: boolean;
  isDone: boolean;
  isLate: boolean;
  isCritical: boolean;
}

/** The span of a task as a bar. A title that does not fit is shown next to it. */
export function TimelineBar({
  bar,
  task,
  span,
  measure,
  side,
  color,
  canMove,
  isDragged,
  isDone,
  isLate,
  isCritical,
}: TimelineBarProps) {
  const width = Number(measure.styleOf(span).inlineSize);
  const isBeside = width < Math.min(task.title.length * LETTER_PX + BAR_PADDING_PX, ENOUGH_PX);
  return (
    <>
      <span
        ref={bar}
        className={clsx(styles.bar, isDragged && styles.dragged)}
        style={measure.styleOf(span)}
        aria-hidden="true"
        data-task-of={task.id}
        data-bar
        data-color={color}
        data-closed={isDone || undefined}
        data-late={isLate || undefined}
        data-critical={isCritical || undefined}
      >
        {!isBeside && <span className={styles.barTitle}>{task.title}</span>}
        {canMove && <span className={styles.barEnd} data-end="from" />}
        {canMove && <span className={styles.barEnd} data-end="to" />}
      </span>
      {isBeside && side === null && (
        <span
          className={styles.beside}
          style={{ insetInlineStart: measure.xOf(span.from) + width }}
          aria-hidden="true"
        >
          {task.title}
        </span>
      )}
    </>
  );
}
