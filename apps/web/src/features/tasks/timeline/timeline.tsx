import { addDays } from '@hearth/contracts/core/days';
import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import type { TaskQuery, View } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { selectableLines, taskIdOf } from '#features/tasks/grouping/list-lines.ts';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useLineRows } from '#features/tasks/grouping/use-line-rows.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import { useDateActs } from '#features/tasks/schedule/use-date-acts.ts';
import { CriticalPathToggle } from './critical-path-toggle.tsx';
import { readPressed } from './timeline-drag.ts';
import { handleTimelineKeys } from './timeline-keyboard.ts';
import { TimelineLines } from './timeline-lines.tsx';
import { TimelineRuler } from './timeline-ruler.tsx';
import { useCriticalPath } from './use-critical-path.ts';
import { useTimelineMoves } from './use-timeline-moves.tsx';
import { useTimelineRange } from './use-timeline-range.ts';
import { useTimelineViewport } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

interface TaskTimelineProps {
  view: View<'task'>;
  groups: readonly TaskGroup[];
  subGroups?: readonly TaskGroup[] | undefined;
  slotOf: (group: string, subGroup: string) => string;
  isEmptyShown: boolean;
  query: TaskQuery;
  since: string | undefined;
  scale: Scale;
  onScale: (scale: Scale) => void;
  isPathShown: boolean;
  onPath: (isShown: boolean) => void;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  empty: ReactNode;
}

/** Height of the ruler and width of the name column on desktop and phone, in pixels. */
const RULER_PX = 49;
const NAME_PX = { wide: 280, small: 200 } as const;

/** Tasks as bars on a timeline, in virtualized rows. */
export function TaskTimeline({
  view,
  groups,
  subGroups = UNDIVIDED,
  slotOf,
  isEmptyShown,
  query,
  since,
  scale,
  onScale,
  isPathShown,
  onPath,
  onOpen,
  hrefOf,
  empty,
}: TaskTimelineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const statuses = useStatuses();
  const acts = useDateActs();
  const nameWidth = useIsPhone() ? NAME_PX.small : NAME_PX.wide;
  const content = { view, groups, subGroups, slotOf, isEmptyShown, query, since };
  const { lines, isReading, showOlder } = useListLines(content);
  const scroller = useRef<HTMLDivElement>(null);
  const taskLines = useMemo(() => lines.flatMap((one, at) => (one.kind === 'task' ? at : [])), [lines]);
  const range = useTimelineRange(lines, today);
  const path = useCriticalPath(lines, isPathShown);
  const { measure, visibleDays, ...time } = useTimelineViewport(scroller, range, scale, today, nameWidth);
  const moves = useTimelineMoves(acts, time.showDay);
  const rows = useLineRows({ lines, scroller, headHeight: RULER_PX });
  const { items, rowHeight } = rows;
  const selecting = useSelecting(selectableLines(lines, goTo), scroller);

  function showSpanAt(line: number, isForced: boolean): void {
    const span = acts.spanOf(taskIdOf(lines[line]) ?? '');
    if (span) time.showDay(span.from, isForced);
  }
  function goTo(line: number): void {
    rows.goTo(line);
    showSpanAt(line, false);
  }
  /** Handles a press. On a bar, opens its task. On the row of an undated task, sets the task's date. */
  function press(event: MouseEvent<HTMLElement>): void {
    const pressed = readPressed(event);
    if (pressed === null) return;
    if (pressed.x === null) {
      onOpen(pressed.id);
      return;
    }
    const day = addDays(range.from, Math.floor(pressed.x / measure.dayWidth));
    acts.putOn(pressed.id, { from: day, to: day });
  }

  if (lines.length === 0) return empty;
  const { drag } = moves;
  const look = { '--name': `${nameWidth}px` } as CSSProperties;
  return (
    <>
      <div className={styles.timeline} style={look} data-dragging={drag !== null || undefined}>
        <ScheduleHead
          title={formats.calendarDay(time.month, { month: 'long', year: 'numeric' })}
          scale={scale}
          onScale={onScale}
          onToday={() => time.showDay(today, true)}
          onStep={time.step}
        >
          <CriticalPathToggle path={path} onToggle={() => onPath(!isPathShown)} />
        </ScheduleHead>
        <div
          ref={scroller}
          role="grid"
          aria-label={t`Timeline`}
          aria-rowcount={lines.length}
          aria-multiselectable
          className={styles.scroller}
          onScroll={time.onScroll}
          {...selecting.props}
          onPointerDown={(event) => moves.startDrag(event, measure.dayWidth)}
          onClick={press}
          onFocus={rows.onFocus}
          onKeyDown={(event) =>
            handleTimelineKeys(event, {
              line: rows.readLine(),
              taskLines,
              goTo,
              onStep: time.step,
              onChange: moves.change,
              onMoveRequest: moves.openDialog,
              onOpen,
            })
          }
        >
          <div role="presentation" className={styles.head}>
            <div className={styles.corner} />
            <TimelineRuler visibleDays={visibleDays} scale={scale} today={today} measure={measure} />
          </div>
          <TimelineLines
            {...{ lines, items, rowHeight, range, today, measure, nameWidth, statuses, path, moves }}
            {...{ isReading, showOlder, hrefOf, onOpen }}
            size={rows.size - RULER_PX}
            headHeight={RULER_PX}
            stop={rows.stop}
            nameSpan={acts.nameSpan}
            onShow={(line) => {
              showSpanAt(line, true);
              // The pressed arrow button disappears.
              rows.focusLine(line);
            }}
          />
        </div>
      </div>
      {selecting.acts}
      {moves.dialogs}
    </>
  );
}
