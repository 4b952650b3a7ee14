import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { rangeOfTimeline } from './timeline-scale.ts';

/** Returns the range of a timeline with the given lines. The range changes only with the lines, not when a task is moved. */
export function useTimelineRange(lines: readonly Line[], today: string): Span {
  const store = useTeamStore();
  return useMemo(() => {
    const spans = lines.flatMap((line): Span[] => {
      const task = line.kind === 'task' ? store.row('task', line.id) : undefined;
      const span = task === undefined ? null : spanOf(task);
      return span === null ? [] : [span];
    });
    return rangeOfTimeline(today, spans);
  }, [lines, store, today]);
}
