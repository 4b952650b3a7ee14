import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useDueWhen } from '#ui/format/use-today.ts';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import { spanOf, type Span } from '#features/tasks/model/task-span.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { TimelineBar } from './timeline-bar.tsx';
import { useOffScreenBar, type OffScreenSide } from './use-off-screen-bar.ts';
import type { TimelineMeasure } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

interface TimelineRowProps {
  taskId: string;
  line: number;
  isTabStop: boolean;
  measure: TimelineMeasure;
  statuses: readonly StatusLook[];
  /** The span of the task while it is dragged. */
  dragged: Span | null | undefined;
  /** The new span of the task in a proposed move, if it is affected. */
  proposed: Span | undefined;
  /** Whether the task is on the critical path. */
  isCritical: boolean;
  href: string;
  nameSpan: (span: Span | null) => string;
  /** Width of the sticky name column, in pixels. */
  nameWidth: number;
  onOpen: (taskId: string) => void;
  /** Scrolls to the span of the task. */
  onShow: (line: number) => void;
  onMove: (taskId: string) => void;
}

/** A task in a timeline with its name, and its span as a bar. */
export function TimelineRow({
  taskId,
  line,
  isTabStop,
  measure,
  statuses,
  dragged,
  proposed,
  isCritical,
  href,
  nameSpan,
  nameWidth,
  onOpen,
  onShow,
  onMove,
}: TimelineRowProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const may = useMay();
  const isChosen = useIsChosen(taskId);
  const bar = useRef<HTMLSpanElement>(null);
  const planned = dragged ?? (task === undefined ? null : spanOf(task));
  const side = useOffScreenBar(bar, nameWidth, planned !== null);
  const status = statuses.find(({ id }) => id === task?.statusId);
  const isDone = status !== undefined && isClosed(status.category);
  const dueWhen = useDueWhen(task?.dueDate ?? null, isDone);
  if (task === undefined) return null;
  const canMove = may('task.update', task);
  const isLate = dueWhen === 'overdue';
  const span = planned;
  const about = [
    isChosen ? t`Selected` : '',
    status?.name ?? '',
    isLate ? t`Overdue` : '',
    isCritical ? t`On the critical path` : '',
  ];
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={line + 1}
      aria-selected={isChosen}
      data-line={line}
      data-chosen={isChosen || undefined}
    >
      <div role="rowheader" className={styles.name} data-task-of={taskId}>
        {status !== undefined && (
          <StatusGlyph category={status.category} progress={status.progress} color={status.color} size={13} />
        )}
        <a
          className={styles.title}
          href={href}
          data-task-id={taskId}
          data-closed={isDone || undefined}
          aria-describedby={`days-${line}`}
          tabIndex={isTabStop ? 0 : -1}
          draggable={false}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(taskId);
          }}
        >
          <span className={styles.titleText}>{task.title}</span>
        </a>
        {canMove && (
          <IconButton
            className={styles.move}
            label={t`Move ${task.title} to another day`}
            tabIndex={-1}
            onClick={() => onMove(taskId)}
          >
            <IconCalendarShare size={16} stroke={1.6} />
          </IconButton>
        )}
      </div>
      <div
        role="gridcell"
        className={styles.track}
        style={{ inlineSize: measure.width }}
        data-empty={(canMove && span === null) || undefined}
        data-track={taskId}
      >
        <span id={`days-${line}`} className="hidden-text">
          {formats.parts([nameSpan(span), ...about])}
        </span>
        {side !== null && (
          <ShowBarButton side={side} task={task} isTabStop={isTabStop} onShow={() => onShow(line)} />
        )}
        {span !== null && (
          <TimelineBar
            {...{ bar, task, span, measure, side, canMove, isDone, isLate, isCritical }}
            color={status?.color}
            isDragged={dragged !== undefined}
          />
        )}
        {proposed !== undefined && (
          <span className={styles.ghost} style={measure.styleOf(proposed)} aria-hidden="true" />
        )}
      </div>
    </div>
  );
}

interface ShowBarButtonProps {
  side: OffScreenSide;
  task: SyncRows['task'];
  isTabStop: boolean;
  onShow: () => void;
}

/** Scrolls to the bar of a task, which is outside the visible days. */
function ShowBarButton({ side, task, isTabStop, onShow }: ShowBarButtonProps) {
  const { t } = useLingui();
  const Arrow = side === 'before' ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={styles.arrow}
      data-side={side}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t`Show the days of ${task.title}`}
      onClick={(event) => {
        // Pressing the row outside the bar has another action.
        event.stopPropagation();
        onShow();
      }}
    >
      <Arrow size={16} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
