import { isOrder } from '@hearth/contracts/relations/relation-values';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import type { TimelineMeasure } from './use-timeline-viewport.ts';
import styles from './timeline.module.css';

interface TimelineLinksProps {
  /** Ids of the visible tasks, without duplicates and separated by spaces. */
  seen: string;
  /** Returns the vertical center of a task's row. Returns undefined if it has no row. */
  yOf: (taskId: string) => number | undefined;
  /** Returns the span of a task while it is dragged. */
  spanNow: (taskId: string) => Span | null | undefined;
  /** Ids of the tasks on the critical path, if it is shown. */
  critical: ReadonlySet<string> | undefined;
  measure: TimelineMeasure;
  nameWidth: number;
}

/** Length of a line before it turns, in pixels. */
const ELBOW_PX = 8;

/**
 * Dependency lines from the end of a task to the start of its dependents. Lines of soft dependencies are dashed.
 * Lines to dependents that start too early have another color.
 */
export function TimelineLinks({ seen, yOf, spanNow, critical, measure, nameWidth }: TimelineLinksProps) {
  const store = useTeamStore();
  const ids = useMemo(() => seen.split(' '), [seen]);
  const lists = useGroupLists(relationsByTask(store), ids);
  const relationIds = useMemo(() => [...new Set(lists.flat())], [lists]);
  const relations = useRowsOf('relation', relationIds);
  const orders = useMemo(() => relations.filter(({ kind }) => isOrder(kind)), [relations]);
  const ends = useMemo(() => [...new Set(orders.flatMap(({ fromId, toId }) => [fromId, toId]))], [orders]);
  // Subscribe to the linked tasks to redraw the lines when a task moves.
  const tasks = new Map(useRowsOf('task', ends).map((task) => [task.id, task]));
  const shownSpanOf = (id: string): Span | null => {
    const now = spanNow(id);
    const task = tasks.get(id);
    return now ?? (task === undefined ? null : spanOf(task));
  };
  return (
    <svg data-links className={styles.links} style={{ insetInlineStart: nameWidth }} aria-hidden="true">
      {orders.map(({ id, kind, fromId, toId }) => {
        const [from, to, y, end] = [shownSpanOf(fromId), shownSpanOf(toId), yOf(fromId), yOf(toId)];
        if (from === null || to === null || y === undefined || end === undefined) return null;
        const x = measure.xOf(from.to) + measure.dayWidth - 2;
        const isEarly =
          to.from <= from.to && tasks.get(toId)?.closedAt === null && tasks.get(fromId)?.closedAt === null;
        return (
          <path
            key={id}
            d={drawLink(x, y, measure.xOf(to.from), end)}
            className={styles.link}
            data-kind={kind}
            data-early={isEarly || undefined}
            data-critical={(critical?.has(fromId) === true && critical.has(toId)) || undefined}
          />
        );
      })}
    </svg>
  );
}

function drawLink(x: number, y: number, toX: number, toY: number): string {
  const arrow = `M${toX - 5} ${toY - 3.5}L${toX} ${toY}L${toX - 5} ${toY + 3.5}`;
  const turn = x + ELBOW_PX;
  if (toX - ELBOW_PX >= turn) return `M${x} ${y}H${turn}V${toY}H${toX}${arrow}`;
  // If the dependent starts earlier, route the line back between the two rows.
  const between = toY > y ? toY - 15 : toY + 15;
  return `M${x} ${y}H${turn}V${between}H${toX - ELBOW_PX}V${toY}H${toX}${arrow}`;
}
