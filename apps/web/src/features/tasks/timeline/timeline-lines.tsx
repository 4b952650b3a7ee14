import { useMemo } from 'react';
import { taskIdOf, type Line } from '#features/tasks/grouping/list-lines.ts';
import type { LineRows } from '#features/tasks/grouping/use-line-rows.ts';
import type { ListLines } from '#features/tasks/grouping/use-list-lines.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { TimelineHeading } from './timeline-heading.tsx';
import { TimelineLinks } from './timeline-links.tsx';
import { TimelineRow } from './timeline-row.tsx';
import { shadeWeekends } from './timeline-scale.ts';
import type { CriticalPath } from '#features/tasks/schedule/critical-path.ts';
import type { TimelineMoves } from './use-timeline-moves.tsx';
import type { TimelineMeasure } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

interface TimelineLinesProps extends Pick<ListLines, 'isReading' | 'showOlder'> {
  lines: readonly Line[];
  items: LineRows['items'];
  rowHeight: number;
  /** Height of all lines, in pixels. */
  size: number;
  /** Height of the ruler above the lines, in pixels. */
  headHeight: number;
  /** The line in the tab order. */
  stop: number;
  range: Span;
  today: string;
  measure: TimelineMeasure;
  /** Width of the sticky name column, in pixels. */
  nameWidth: number;
  statuses: readonly StatusLook[];
  path: CriticalPath | null;
  moves: TimelineMoves;
  nameSpan: (span: Span | null) => string;
  hrefOf: (taskId: string) => string;
  onOpen: (taskId: string) => void;
  /** Scrolls to the span of a line's task. */
  onShow: (line: number) => void;
}

/** The virtualized rows and headings of a timeline, with the links between its bars. */
export function TimelineLines({
  lines,
  items,
  rowHeight,
  size,
  headHeight,
  stop,
  range,
  today,
  measure,
  nameWidth,
  statuses,
  path,
  moves,
  isReading,
  showOlder,
  nameSpan,
  hrefOf,
  onOpen,
  onShow,
}: TimelineLinesProps) {
  const { drag } = moves;
  const indexOf = useMemo(
    () => new Map(lines.flatMap((one, at) => (one.kind === 'task' ? [[one.id, at] as const] : []))),
    [lines],
  );
  const seenIds = [...new Set(items.flatMap(({ index }) => taskIdOf(lines[index]) ?? []))];
  return (
    <div
      role="presentation"
      className={styles.lines}
      style={{
        blockSize: size,
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
            style={{ blockSize: item.size, transform: `translateY(${item.start - headHeight}px)` }}
          >
            {shown.kind === 'task' ? (
              <TimelineRow
                {...{ measure, statuses, nameSpan, nameWidth, onShow, onOpen }}
                taskId={shown.id}
                line={item.index}
                isTabStop={item.index === stop}
                dragged={drag?.id === shown.id ? drag.span : undefined}
                proposed={moves.proposedSpan(shown.id)}
                isCritical={path?.ids.has(shown.id) === true}
                href={hrefOf(shown.id)}
                onMove={moves.openDialog}
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
  );
}
