import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { CalendarBar, type CalendarTasks } from './calendar-bar.tsx';
import type { CalendarCursor } from './calendar-cursor.ts';
import type { Bar, WeekLayout } from './calendar-layout.ts';
import { DayDots } from './day-dots.tsx';
import styles from './calendar.module.css';

interface CalendarWeekProps {
  days: readonly string[];
  layout: WeekLayout;
  today: string;
  /** The displayed month as `YYYY-MM`. Days of other months are dimmed. If null, no days are dimmed. */
  month: string | null;
  cursor: CalendarCursor;
  /** Whether the grid is as narrow as on a phone. It then shows tasks as dots, and the tasks of the selected day are listed below it. */
  isSmall: boolean;
  isRoomy: boolean;
  tasks: CalendarTasks;
  canMake: boolean;
  onPressDay: (day: string) => void;
  onShowDay: (day: string) => void;
}

/** A row of seven days with their tasks. */
export function CalendarWeek({ days, layout, cursor, isSmall, isRoomy, tasks, ...rest }: CalendarWeekProps) {
  const stop = isSmall ? undefined : findTabStop(days, layout.bars, cursor);
  return (
    <div
      role="row"
      className={styles.week}
      style={{ '--lanes': isRoomy ? layout.lanes : 0 } as CSSProperties}
      data-week={days[0]}
    >
      {days.map((day, at) => {
        const there = layout.bars.filter((bar) => bar.first <= at && at <= bar.last);
        const hidden = layout.hidden[at] ?? 0;
        return (
          <CalendarDay
            key={day}
            day={day}
            count={there.length + hidden}
            hidden={isSmall ? 0 : hidden}
            isTabStop={cursor.day === day && stop === undefined}
            isShown={isSmall && cursor.day === day}
            {...rest}
          >
            {isSmall ? (
              <DayDots ids={there.map(({ id }) => id)} statuses={tasks.statuses} />
            ) : (
              layout.bars
                .filter(({ first }) => first === at)
                .map((bar) => (
                  <CalendarBar
                    key={bar.id}
                    bar={bar}
                    days={days}
                    isRoomy={isRoomy}
                    isTabStop={bar === stop}
                    tasks={tasks}
                  />
                ))
            )}
          </CalendarDay>
        );
      })}
    </div>
  );
}

/** Returns the bar at the cursor. Returns undefined if the cursor is on a day or in another week. */
function findTabStop(days: readonly string[], bars: readonly Bar[], cursor: CalendarCursor): Bar | undefined {
  if (cursor.taskId === null || !days.includes(cursor.day)) return undefined;
  return bars.find(({ id }) => id === cursor.taskId);
}

interface CalendarDayProps extends Pick<
  CalendarWeekProps,
  'today' | 'month' | 'canMake' | 'onPressDay' | 'onShowDay'
> {
  day: string;
  count: number;
  hidden: number;
  isTabStop: boolean;
  /** Whether the tasks of this day are listed below the grid. */
  isShown: boolean;
  children: ReactNode;
}

function CalendarDay({
  day,
  count,
  hidden,
  isTabStop,
  isShown,
  today,
  month,
  canMake,
  onPressDay,
  onShowDay,
  children,
}: CalendarDayProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const name = formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const isFirst = day.endsWith('-01');
  const label = t`${name}, ${plural(count, { one: '# task', other: '# tasks' })}`;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
    <div
      role="gridcell"
      className={styles.day}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isShown}
      data-day={day}
      data-other={(month !== null && !day.startsWith(month)) || undefined}
      data-makes={canMake || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => {
        const isOwn =
          event.target instanceof Element && event.target.closest('[data-task-of], button') === null;
        if (isOwn) onPressDay(day);
      }}
    >
      <span className="hidden-text">{label}</span>
      <time dateTime={day} className={styles.dayNumber} aria-hidden="true">
        {isFirst
          ? formats.calendarDay(day, { day: 'numeric', month: 'short' })
          : formats.calendarDay(day, { day: 'numeric' })}
      </time>
      {children}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          tabIndex={-1}
          aria-label={t`${plural(hidden, { one: '# more task', other: '# more tasks' })}: ${name}`}
          onClick={() => onShowDay(day)}
        >
          <Trans>+{formats.number(hidden)} more</Trans>
        </button>
      )}
    </div>
  );
}
