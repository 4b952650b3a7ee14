import type { Scale } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, Ref } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import type { CalendarTasks } from './calendar-bar.tsx';
import { handleCalendarKeys } from './calendar-keyboard.ts';
import { CalendarWeek } from './calendar-week.tsx';
import type { CalendarLayout } from './use-calendar-layout.ts';
import type { CalendarMoves } from './use-calendar-moves.tsx';
import type { CalendarTime } from './use-calendar-time.ts';
import styles from './calendar.module.css';

interface CalendarGridProps {
  scale: Scale;
  time: CalendarTime;
  layout: CalendarLayout;
  moves: CalendarMoves;
  tasks: CalendarTasks;
  /** Maximum number of lanes of a week. */
  most: number;
  isSmall: boolean;
  isRoomy: boolean;
  canMake: boolean;
  grid: Ref<HTMLDivElement>;
  /** The element that contains the weeks, whose height determines the number of lanes. */
  body: Ref<HTMLDivElement>;
  onMake: (day: string) => void;
  onPressDay: (day: string) => void;
  onShowDay: (day: string) => void;
  onOpen: (taskId: string) => void;
}

/** The weeks of a calendar. */
export function CalendarGrid({
  scale,
  time,
  layout,
  moves,
  tasks,
  most,
  isSmall,
  isRoomy,
  canMake,
  grid,
  body,
  onMake,
  onPressDay,
  onShowDay,
  onOpen,
}: CalendarGridProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const { weeks, cursor, stop } = time;
  const isStopOnTask = layout.barsOn(stop.day).some(({ id }) => id === stop.taskId);
  return (
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
          barsOn: isSmall ? () => [] : layout.barsOn,
          weekOf: (day) => weeks[time.weekAt(day)] ?? [],
          goTo: time.goTo,
          onStep: time.stepCursor,
          onMove: moves.shift,
          onStretch: moves.stretch,
          onMake,
          onShowDay: isSmall ? onPressDay : onShowDay,
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
            layout={layout.layouts[at] ?? { bars: [], hidden: [], lanes: 0 }}
            today={time.today}
            month={scale === 'month' ? time.shown.slice(0, 7) : null}
            cursor={isStopOnTask ? stop : { ...stop, taskId: null }}
            isSmall={isSmall}
            isRoomy={isRoomy}
            tasks={tasks}
            canMake={canMake}
            onPressDay={onPressDay}
            onShowDay={onShowDay}
          />
        ))}
      </div>
    </div>
  );
}
