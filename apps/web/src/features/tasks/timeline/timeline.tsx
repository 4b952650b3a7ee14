import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore, type TaskQuery, type View } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useItemKey } from '#ui/layout/use-item-key.ts';
import { useRemeasure } from '#ui/layout/use-remeasure.ts';
import { useToday } from '#ui/format/use-today.ts';
import type { CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { showEarlier, showLater, showToday } from '#features/tasks/schedule/calendar.actions.ts';
import { handleTimelineKeys } from './timeline-keyboard.ts';
import { useLineFocus } from '#features/tasks/grouping/line-focus.ts';
import { keyOfLine, type Line } from '#features/tasks/grouping/list-lines.ts';
import { addDays } from '@hearth/contracts/core/days';
import { CriticalPathToggle } from './critical-path-toggle.tsx';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { shiftSpan, stretchSpan, type Span } from '#features/tasks/model/task-span.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { TimelineDialogs } from './timeline-dialogs.tsx';
import { readPressed, startTimelineDrag } from './timeline-drag.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import { TimelineHeading } from './timeline-heading.tsx';
import { TimelineLinks } from './timeline-links.tsx';
import { TimelineRow } from './timeline-row.tsx';
import { TimelineRuler } from './timeline-ruler.tsx';
import { shadeWeekends } from './timeline-scale.ts';
import { useDateActs } from '#features/tasks/schedule/use-date-acts.ts';
import { useCriticalPath } from './use-critical-path.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import { useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { useDependencyShift } from './use-dependency-shift.ts';
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
const ROW_PX = { coarse: 46, fine: 36 } as const;
/** Maximum number of frames to wait for a row after scrolling to it. */
const TRIES = 6;

function readTaskId(line: Line | undefined): string | undefined {
  return line?.kind === 'task' ? line.id : undefined;
}

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
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const statuses = useStatuses();
  const acts = useDateActs();
  const shifts = useDependencyShift(acts);
  const isSmall = useMediaQuery('(max-width: 47.99rem)', false, { getInitialValueInEffect: false });
  const nameWidth = isSmall ? NAME_PX.small : NAME_PX.wide;
  const content = { view, groups, subGroups, slotOf, isEmptyShown, query, since };
  const { lines, isReading, showOlder } = useListLines(content);
  const [line, setLine] = useState(-1);
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const [movingId, setMovingId] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const rowHeight = isCoarse ? ROW_PX.coarse : ROW_PX.fine;

  const taskLines = useMemo(() => lines.flatMap((one, at) => (one.kind === 'task' ? at : [])), [lines]);
  const indexOf = useMemo(
    () => new Map(taskLines.map((at) => [readTaskId(lines[at]), at])),
    [lines, taskLines],
  );
  const range = useTimelineRange(lines, today);
  const path = useCriticalPath(lines, isPathShown);
  const { measure, visibleDays, ...time } = useTimelineViewport(scroller, range, scale, today, nameWidth);

  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useItemKey(lines, keyOfLine),
    // Keep the focused row mounted even if it is scrolled out of view.
    rangeExtractor: (shown) => {
      const near = defaultRangeExtractor(shown);
      if (line < 0 || line >= shown.count || near.includes(line)) return near;
      return [...near, line].toSorted((a, b) => a - b);
    },
    paddingStart: RULER_PX,
    scrollPaddingStart: RULER_PX,
    overscan: 8,
  });
  useRemeasure(virtualizer, rowHeight);
  const items = virtualizer.getVirtualItems();

  function focusLine(to: number, tries = TRIES): void {
    const link = scroller.current?.querySelector<HTMLElement>(`[data-line="${to}"] [data-task-id]`);
    if (link) link.focus({ preventScroll: true });
    else if (tries > 0) requestAnimationFrame(() => focusLine(to, tries - 1));
  }
  const taskIdAt = (at: number): string | undefined => readTaskId(lines[at]);
  function goTo(to: number): void {
    setLine(to);
    virtualizer.scrollToIndex(to);
    focusLine(to);
    const span = acts.spanOf(taskIdAt(to) ?? '');
    if (span) time.showDay(span.from);
  }
  /** Scrolls to the span of a task. Moves focus to the row because the pressed arrow button disappears. */
  function showDays(at: number): void {
    const span = acts.spanOf(taskIdAt(at) ?? '');
    if (span) time.showDay(span.from, true);
    setLine(at);
    focusLine(at);
  }
  function move(taskId: string, span: Span): void {
    if (shifts.move(taskId, span)) time.showDay(span.from);
  }
  /** Moves or resizes a dated task by keyboard. */
  function moveBy(taskId: string, change: (span: Span) => Span): void {
    const span = acts.spanOf(taskId);
    if (span) move(taskId, change(span));
  }
  function openMoveDialog(taskId: string): void {
    if (acts.mayMove(taskId)) setMovingId(taskId);
    else announce(t`You can’t edit this task`);
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

  useAction(showToday, () => time.showDay(today, true));
  useAction(showEarlier, () => time.step(-1));
  useAction(showLater, () => time.step(1));
  useLineFocus({
    lines,
    line,
    container: scroller,
    onMoved(to, isSameTask, wasFocused) {
      setLine(to);
      if (!wasFocused || to === -1) return;
      virtualizer.scrollToIndex(to);
      focusLine(to);
      const title = store.row('task', taskIdAt(to) ?? '')?.title;
      // Announce the new task after the action itself.
      if (!isSameTask && title !== undefined) requestAnimationFrame(() => announce(t`Now on ${title}`));
    },
  });
  const selecting = useSelecting(
    {
      order: () => [...new Set(taskLines.flatMap((at) => taskIdAt(at) ?? []))],
      focus: (id) => {
        const to = taskLines.find((at) => taskIdAt(at) === id);
        if (to !== undefined) goTo(to);
      },
    },
    scroller,
  );

  if (lines.length === 0) return empty;
  const stop = taskIdAt(line) === undefined ? taskLines[0] : line;
  const seenIds = [...new Set(items.flatMap(({ index }) => taskIdAt(index) ?? []))];
  const { proposed } = shifts;
  const ghostOf = (id: string): Span | undefined =>
    proposed?.id === id ? proposed.span : proposed?.shifts.get(id);
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
          onPointerDown={(event) =>
            startTimelineDrag(event, {
              dayWidth: measure.dayWidth,
              spanOf: (id) => (acts.mayMove(id) ? acts.spanOf(id) : undefined),
              onDrag: setDrag,
              onDrop: (id, span) => void shifts.move(id, span),
            })
          }
          onClick={press}
          onFocus={({ target }) => {
            const at = target.closest<HTMLElement>('[data-line]')?.dataset['line'];
            if (at !== undefined && Number(at) !== line) setLine(Number(at));
          }}
          onKeyDown={(event) =>
            handleTimelineKeys(event, {
              line,
              taskLines,
              goTo,
              onStep: time.step,
              onMove: (id, days) => moveBy(id, (span) => shiftSpan(span, days)),
              onStretch: (id, days) => moveBy(id, (span) => stretchSpan(span, 'to', addDays(span.to, days))),
              onMoveRequest: openMoveDialog,
              onOpen,
            })
          }
        >
          <div role="presentation" className={styles.head}>
            <div className={styles.corner} />
            <TimelineRuler visibleDays={visibleDays} scale={scale} today={today} measure={measure} />
          </div>
          <div
            role="presentation"
            className={styles.lines}
            style={{
              blockSize: virtualizer.getTotalSize() - RULER_PX,
              inlineSize: nameWidth + measure.width,
              ...shadeWeekends(range.from, measure.dayWidth, nameWidth),
            }}
          >
            <span
              className={styles.today}
              style={{ insetInlineStart: nameWidth + measure.xOf(today) + measure.dayWidth / 2 - 1 }}
            />
            <TimelineLinks
              seen={seenIds.join(' ')}
              yOf={(id) => {
                const at = indexOf.get(id);
                return at === undefined ? undefined : at * rowHeight + rowHeight / 2;
              }}
              spanNow={(id) => (drag?.id === id ? drag.span : undefined)}
              critical={path?.ids}
              measure={measure}
              nameWidth={nameWidth}
            />
            {items.map((item) => {
              const shown = lines[item.index];
              if (shown === undefined) return null;
              return (
                <div
                  key={item.key}
                  role="presentation"
                  className={styles.place}
                  style={{ blockSize: item.size, transform: `translateY(${item.start - RULER_PX}px)` }}
                >
                  {shown.kind === 'task' ? (
                    <TimelineRow
                      taskId={shown.id}
                      line={item.index}
                      isTabStop={item.index === stop}
                      measure={measure}
                      statuses={statuses}
                      dragged={drag?.id === shown.id ? drag.span : undefined}
                      proposed={ghostOf(shown.id)}
                      isCritical={path?.ids.has(shown.id) === true}
                      href={hrefOf(shown.id)}
                      canMove={acts.mayMove(shown.id)}
                      nameSpan={acts.nameSpan}
                      nameWidth={nameWidth}
                      onShow={showDays}
                      onOpen={onOpen}
                      onMove={openMoveDialog}
                    />
                  ) : (
                    <TimelineHeading
                      line={shown}
                      isBusy={isReading(shown.group)}
                      onOlder={() => showOlder(shown.group)}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {selecting.acts}
      <TimelineDialogs
        acts={acts}
        shifts={shifts}
        movingId={movingId}
        onClose={() => setMovingId(null)}
        onMove={move}
      />
    </>
  );
}
