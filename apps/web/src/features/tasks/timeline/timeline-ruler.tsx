import type { Scale } from '@hearth/contracts/views/view-values';
import { useMemo } from 'react';
import { readFirstWeekday, useFormats } from '#ui/format/formats.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { rule, type Tick } from './timeline-scale.ts';
import type { TimelineMeasure } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

interface TimelineRulerProps {
  visibleDays: Span;
  scale: Scale;
  today: string;
  measure: TimelineMeasure;
}

/** The ruler of a timeline, in days, weeks, months or quarters. */
export function TimelineRuler({ visibleDays, scale, today, measure }: TimelineRulerProps) {
  const formats = useFormats();
  const firstWeekday = readFirstWeekday();
  const { upper, lower } = useMemo(
    () => rule(visibleDays, scale, firstWeekday),
    // oxlint-disable-next-line react/exhaustive-deps -- depends on the days, not on the identity of `visibleDays`
    [visibleDays.from, visibleDays.to, scale, firstWeekday],
  );
  const isByYears = scale === 'month' || scale === 'quarter';
  const nameLower = (day: string): string =>
    isByYears ? formats.calendarDay(day, { month: 'short' }) : formats.calendarDay(day, { day: 'numeric' });
  const styleOf = ({ day, days }: Tick) => ({
    insetInlineStart: measure.xOf(day),
    inlineSize: days * measure.dayWidth,
  });
  return (
    <div className={styles.ruler} style={{ inlineSize: measure.width }} aria-hidden="true">
      {upper.map((tick) => (
        <span key={tick.day} className={styles.upper} style={styleOf(tick)}>
          <span className={styles.upperName}>
            {formats.calendarDay(
              tick.day,
              isByYears ? { year: 'numeric' } : { month: 'long', year: 'numeric' },
            )}
          </span>
        </span>
      ))}
      {lower.map((tick) => (
        <span
          key={tick.day}
          className={styles.lower}
          style={styleOf(tick)}
          data-today={(scale === 'day' && tick.day === today) || undefined}
        >
          {nameLower(tick.day)}
        </span>
      ))}
    </div>
  );
}
