import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { useRef, useState, type CSSProperties } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useGroup, type View } from '#platform/sync/index.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import type { CalendarTasks } from './calendar-bar.tsx';
import { startCalendarDrag, type CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { CalendarHead } from './calendar-head.tsx';
import { CalendarTray } from './calendar-tray.tsx';
import { CalendarWeek } from './calendar-week.tsx';
import { DayTasks } from './day-tasks.tsx';
import { handleCalendarKeys } from './calendar-keyboard.ts';
import { MoveDayDialog } from '#features/tasks/schedule/move-day-dialog.tsx';
import { NewTaskDialog } from '#features/tasks/quick-add/new-task-dialog.tsx';
import { selection } from '#features/tasks/model/selection.ts';
import { shiftSpan, stretchSpan, UNDATED, type Span } from '#features/tasks/model/task-span.ts';
import { addDays } from '@hearth/contracts/core/days';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useCalendarTime } from './use-calendar-time.ts';
import { useDateActs, useMoveDialog } from '#features/tasks/schedule/use-date-acts.ts';
import { useCalendarLayout } from './use-calendar-layout.ts';
import { useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import styles from './calendar.module.css';

interface TaskCalendarProps {
  /** Must be grouped by `nameSpan`. */
  view: View<'task'>;
  scale: Scale;
  onScale: (scale: Scale) => void;
  /** Default field values, in addition to the date, of tasks created in this calendar. */
  preset: Partial<TaskFields>;
  canMake: boolean;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/** Heights of a day's header and of a task, in pixels. Keep in sync with the stylesheet. */
const DAY_HEAD_PX = 30;
const LANE_PX = 25;

/** Tasks in a monthly or weekly calendar. */
export function TaskCalendar({ view, scale, onScale, preset, canMake, onOpen, hrefOf }: TaskCalendarProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const statuses = useStatuses();
  const acts = useDateActs();
  const isSmall = useIsPhone();
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const [isTrayOpen, setIsTrayOpen] = useState(false);
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [making, setMaking] = useState<{ day: string | null; isOpen: boolean }>({ day: null, isOpen: false });
  const { movingId, ...moving } = useMoveDialog(acts.mayMove);
  const calendar = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { ref: body, height } = useElementSize();
  const time = useCalendarTime(scale, scale === 'month' || isSmall, grid);
  const { shown, weeks, range, cursor, isCursorShown, weekAt, setCursor, goTo } = time;
  const undated = useGroup(view, UNDATED);
  const isRoomy = scale === 'week' && !isSmall;
  const most =
    isRoomy || isSmall ? Infinity : Math.max(1, Math.floor((height / weeks.length - DAY_HEAD_PX) / LANE_PX));
  const { layouts, bars, barsOn, idsOn } = useCalendarLayout({ view, weeks, range, drag, most });
  // When another period is shown, move the tab stop to a visible day.
  const stop = isCursorShown ? cursor : { day: shown, taskId: null };
  const isStopOnTask = barsOn(stop.day).some(({ id }) => id === stop.taskId);

  /** Moves a task to other days. If `span` is null, removes its dates. If `cursorDay` is given, focuses the task on that day. */
  function put(taskId: string, span: Span | null, cursorDay?: string): void {
    if (!acts.putOn(taskId, span) || cursorDay === undefined) return;
    goTo(cursorDay, taskId);
  }
  /** Focuses the task at its new position after the dialog has closed. */
  function endMove(taskId: string): void {
    moving.close();
    const span = acts.spanOf(taskId);
    if (isSmall || !span) time.takeFocus();
    else goTo(span.from <= cursor.day && cursor.day <= span.to ? cursor.day : span.from, taskId);
  }
  function make(day: string | null): void {
    if (canMake) setMaking({ day, isOpen: true });
    else announce(t`You can’t create tasks here`);
  }
  function pressDay(day: string): void {
    const hadSelection = selection.get().chosen.size > 0;
    setCursor({ day, taskId: null });
    if (isSmall) {
      setIsTrayOpen(false);
      if (weekAt(day) === -1 || !day.startsWith(shown.slice(0, 7))) time.show(day);
    } else if (canMake && !hadSelection && !wasDrawn.current) make(day);
  }
  /** Whether the last pointer press was a drag, such as a lasso. The resulting click must not create a task. */
  const wasDrawn = useRef(false);
  const pressed = useRef({ x: 0, y: 0 });

  const selecting = useSelecting(
    {
      order: () => [...new Set([...bars.map(({ id }) => id), ...undated])],
      focus: (id) => {
        const bar = bars.find((one) => one.id === id);
        if (bar !== undefined) goTo(weekAt(bar.span.from) === -1 ? range.from : bar.span.from, id);
      },
    },
    calendar,
  );
  const tasks: CalendarTasks = {
    statuses,
    draggedId: drag?.id ?? null,
    nameSpan: acts.nameSpan,
    hrefOf,
    onOpen: (taskId) => {
      setOpenDay(null);
      onOpen(taskId);
    },
  };
  const dayName = (day: string) =>
    formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long' });

  return (
    <>
      <div
        ref={calendar}
        className={styles.calendar}
        data-dragging={drag !== null || undefined}
        {...selecting.props}
        onPointerDown={(event) => {
          pressed.current = { x: event.clientX, y: event.clientY };
          startCalendarDrag(event, {
            spanOf: (id) => (acts.mayMove(id) ? acts.spanOf(id) : undefined),
            onDrag: setDrag,
            onDrop: ({ id, span }) => put(id, span, span?.from),
          });
        }}
        onPointerUp={(event) => {
          const { x, y } = pressed.current;
          wasDrawn.current = Math.hypot(event.clientX - x, event.clientY - y) > 5;
        }}
        onKeyDown={(event) => {
          const { dataset } = event.target as HTMLElement;
          const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
          if (event.key !== 'm' || !isPlain || dataset['taskId'] === undefined) return;
          event.preventDefault();
          moving.open(dataset['taskId']);
        }}
      >
        <CalendarHead
          title={time.title}
          scale={scale}
          undatedCount={undated.length}
          isTrayOpen={isTrayOpen}
          onScale={(next) => {
            onScale(next);
            if (isCursorShown) time.show(cursor.day);
          }}
          onToday={time.showNow}
          onStep={time.step}
          onTray={() => setIsTrayOpen(!isTrayOpen)}
        />
        <div className={styles.main}>
          <div
            ref={grid}
            role="grid"
            aria-label={t`Calendar`}
            className={styles.grid}
            data-roomy={isRoomy || undefined}
            style={{ '--more-lane': most - 1 } as CSSProperties}
            onFocus={time.onFocus}
            onKeyDown={(event) =>
              handleCalendarKeys(event, {
                cursor,
                barsOn: isSmall ? () => [] : barsOn,
                weekOf: (day) => weeks[weekAt(day)] ?? [],
                goTo,
                onStep: time.stepCursor,
                onMove: (id, days) => {
                  const span = acts.spanOf(id);
                  const moved = span ? shiftSpan(span, days) : null;
                  if (moved !== null) put(id, moved, addDays(cursor.day, days));
                },
                onStretch: (id, days) => {
                  const span = acts.spanOf(id);
                  if (!span) return;
                  const longer = stretchSpan(span, 'to', addDays(span.to, days));
                  put(id, longer, cursor.day > longer.to ? longer.to : cursor.day);
                },
                onMake: make,
                onShowDay: (day) => (isSmall ? pressDay(day) : setOpenDay(day)),
                onOpen,
              })
            }
          >
            <div role="row" className={styles.weekdays}>
              {weeks[0]?.map((day) => (
                <div key={day} role="columnheader" aria-label={formats.calendarDay(day, { weekday: 'long' })}>
                  {formats.calendarDay(day, { weekday: isSmall ? 'narrow' : 'short' })}
                </div>
              ))}
            </div>
            <div ref={body} role="rowgroup" className={styles.weeks}>
              {weeks.map((days, at) => (
                <CalendarWeek
                  key={days[0]}
                  days={days}
                  layout={layouts[at] ?? { bars: [], hidden: [], lanes: 0 }}
                  today={time.today}
                  month={scale === 'month' ? shown.slice(0, 7) : null}
                  cursor={isStopOnTask ? stop : { ...stop, taskId: null }}
                  isSmall={isSmall}
                  isRoomy={isRoomy}
                  tasks={tasks}
                  canMake={canMake}
                  onPressDay={pressDay}
                  onShowDay={setOpenDay}
                />
              ))}
            </div>
          </div>
          {!isSmall && isTrayOpen && <CalendarTray ids={undated} tasks={tasks} />}
          {isSmall && (
            <section className={styles.below} aria-label={isTrayOpen ? t`No date` : dayName(stop.day)}>
              <h3 className={styles.belowTitle}>{isTrayOpen ? t`No date` : dayName(stop.day)}</h3>
              <DayTasks
                ids={isTrayOpen ? undated : idsOn(stop.day)}
                tasks={tasks}
                onMove={moving.open}
                onMake={canMake ? () => make(isTrayOpen ? null : stop.day) : undefined}
              />
            </section>
          )}
        </div>
      </div>
      {selecting.acts}
      {openDay !== null && (
        <Dialog title={dayName(openDay)} isOpen isWide onClose={() => setOpenDay(null)}>
          <DayTasks
            ids={idsOn(openDay)}
            tasks={tasks}
            onMove={(taskId) => {
              setOpenDay(null);
              moving.open(taskId);
            }}
            onMake={
              canMake
                ? () => {
                    setOpenDay(null);
                    make(openDay);
                  }
                : undefined
            }
          />
        </Dialog>
      )}
      <NewTaskDialog
        isOpen={making.isOpen}
        onClose={() => setMaking({ ...making, isOpen: false })}
        projectId={preset.projectId ?? null}
        preset={making.day === null ? preset : { ...preset, dueDate: making.day }}
      />
      {movingId !== null && (
        <MoveDayDialog
          taskId={movingId}
          onMove={(span) => acts.putOn(movingId, span)}
          onClose={() => endMove(movingId)}
        />
      )}
    </>
  );
}
