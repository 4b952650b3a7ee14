import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useGroup, type View } from '#platform/sync/index.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import type { CalendarTasks } from './calendar-bar.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { CalendarTray } from './calendar-tray.tsx';
import { DayTasks } from './day-tasks.tsx';
import { NewTaskDialog } from '#features/tasks/quick-add/new-task-dialog.tsx';
import { selection } from '#features/tasks/model/selection.ts';
import { UNDATED } from '#features/tasks/model/task-span.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useCalendarMoves } from './use-calendar-moves.tsx';
import { useCalendarTime } from './use-calendar-time.ts';
import { useDateActs } from '#features/tasks/schedule/use-date-acts.ts';
import { useCalendarLayout, type CalendarLayout } from './use-calendar-layout.ts';
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
  const statuses = useStatuses();
  const acts = useDateActs();
  const isSmall = useIsPhone();
  const [isTrayOpen, setIsTrayOpen] = useState(false);
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [making, setMaking] = useState<{ day: string | null; isOpen: boolean }>({ day: null, isOpen: false });
  const calendar = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { ref: body, height } = useElementSize();
  const time = useCalendarTime(scale, scale === 'month' || isSmall, grid);
  const moves = useCalendarMoves(acts, time, isSmall);
  const { weeks, range, cursor, weekAt } = time;
  const { drag } = moves;
  const undated = useGroup(view, UNDATED);
  const isRoomy = scale === 'week' && !isSmall;
  const most =
    isRoomy || isSmall ? Infinity : Math.max(1, Math.floor((height / weeks.length - DAY_HEAD_PX) / LANE_PX));
  const layout = useCalendarLayout({ view, weeks, range, drag, most });

  const make = (day: string | null): void => {
    if (canMake) setMaking({ day, isOpen: true });
    else announce(t`You can’t create tasks here`);
  };
  const pressDay = (day: string): void => {
    const hadSelection = selection.get().chosen.size > 0;
    time.setCursor({ day, taskId: null });
    if (isSmall) {
      setIsTrayOpen(false);
      if (weekAt(day) === -1 || !day.startsWith(time.shown.slice(0, 7))) time.show(day);
    } else if (canMake && !hadSelection && !moves.wasDrawn()) make(day);
  };
  const selecting = useSelecting(
    {
      order: () => [...new Set([...layout.bars.map(({ id }) => id), ...undated])],
      focus: (id) => {
        const bar = layout.bars.find((one) => one.id === id);
        if (bar !== undefined) time.goTo(weekAt(bar.span.from) === -1 ? range.from : bar.span.from, id);
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
  const listed = { layout, tasks, canMake, onMove: moves.openDialog, onMake: make };
  return (
    <>
      <div
        ref={calendar}
        className={styles.calendar}
        data-dragging={drag !== null || undefined}
        {...selecting.props}
        {...moves.props}
      >
        <CalendarHead
          title={time.title}
          scale={scale}
          undatedCount={undated.length}
          isTrayOpen={isTrayOpen}
          onScale={(next) => {
            onScale(next);
            if (time.isCursorShown) time.show(cursor.day);
          }}
          onToday={time.showNow}
          onStep={time.step}
          onTray={() => setIsTrayOpen(!isTrayOpen)}
        />
        <div className={styles.main}>
          <CalendarGrid
            {...{ scale, time, layout, moves, tasks, most, isSmall, isRoomy, canMake, grid, body, onOpen }}
            onMake={make}
            onPressDay={pressDay}
            onShowDay={setOpenDay}
          />
          {!isSmall && isTrayOpen && <CalendarTray ids={undated} tasks={tasks} />}
          {isSmall && <TasksBelow {...listed} day={isTrayOpen ? null : time.stop.day} undated={undated} />}
        </div>
      </div>
      {selecting.acts}
      {openDay !== null && <OpenDay {...listed} day={openDay} onClose={() => setOpenDay(null)} />}
      <NewTaskDialog
        isOpen={making.isOpen}
        onClose={() => setMaking({ ...making, isOpen: false })}
        projectId={preset.projectId ?? null}
        preset={making.day === null ? preset : { ...preset, dueDate: making.day }}
      />
      {moves.dialog}
    </>
  );
}

interface ListedTasksProps {
  layout: CalendarLayout;
  tasks: CalendarTasks;
  canMake: boolean;
  onMove: (taskId: string) => void;
  onMake: (day: string | null) => void;
}

/** Lists the tasks of a day below the grid. If `day` is null, lists the undated tasks. */
function TasksBelow({
  day,
  undated,
  layout,
  tasks,
  canMake,
  onMove,
  onMake,
}: ListedTasksProps & { day: string | null; undated: readonly string[] }) {
  const { t } = useLingui();
  const nameDay = useDayName();
  const name = day === null ? t`No date` : nameDay(day);
  return (
    <section className={styles.below} aria-label={name}>
      <h3 className={styles.belowTitle}>{name}</h3>
      <DayTasks
        ids={day === null ? undated : layout.idsOn(day)}
        tasks={tasks}
        onMove={onMove}
        onMake={canMake ? () => onMake(day) : undefined}
      />
    </section>
  );
}

/** Lists the tasks of a day in a dialog. */
function OpenDay({
  day,
  layout,
  tasks,
  canMake,
  onMove,
  onMake,
  onClose,
}: ListedTasksProps & { day: string; onClose: () => void }) {
  const nameDay = useDayName();
  const closeAndMake = () => {
    onClose();
    onMake(day);
  };
  return (
    <Dialog title={nameDay(day)} isOpen isWide onClose={onClose}>
      <DayTasks
        ids={layout.idsOn(day)}
        tasks={tasks}
        onMove={(taskId) => {
          onClose();
          onMove(taskId);
        }}
        onMake={canMake ? closeAndMake : undefined}
      />
    </Dialog>
  );
}

function useDayName() {
  const formats = useFormats();
  return (day: string) => formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long' });
}
