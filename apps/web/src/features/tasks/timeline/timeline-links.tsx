import { isOrder } from '@hearth/contracts/relations/relation-values';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import type { TimelineMeasure } from './use-timeline-sight.ts';
import styles from './timeline.module.css';

interface TimelineLinksProps {
  /** Ids of the visible tasks, unique, separated by spaces. */
  seen: string;
  /** Vertical center of a task's row; undefined if it has none. */
  yOf: (taskId: string) => number | undefined;
  /** The span of a task during a drag. */
  spanNow: (taskId: string) => Span | null | undefined;
  /** The critical path, if shown. */
  critical: ReadonlySet<string> | undefined;
  measure: TimelineMeasure;
  nameWidth: number;
}

/** Length of a line before it turns, in pixels. */
const ELBOW_PX = 8;

/**
 * Dependency lines from the end of a task to the start of its dependents, dashed where the dependency is soft; in
 * another color if the dependent starts too early.
 */
export function TimelineLinks({ seen, yOf, spanNow, critical, measure, nameWidth }: TimelineLinksProps) {
  const store = useTeamStore();
  const ids = useMemo(() => seen.split(' '), [seen]);
  const lists = useGroupLists(relationsByTask(store), ids);
  const relationIds = useMemo(() => [...new Set(lists.flat())], [lists]);
  const relations = useRowsOf('relation', relationIds);
  const orders = useMemo(() => relations.filter(({ kind }) => isOrder(kind)), [relations]);
  const ends = useMemo(() => [...new Set(orders.flatMap(({ fromId, toId }) => [fromId, toId]))], [orders]);
  // Redraw when one of their tasks moves.
  const tasks = new Map(useRowsOf('task', ends).map((task) => [task.id, task]));
  const lieOf = (id: string): Span | null => {
    const now = spanNow(id);
    const task = tasks.get(id);
    return now ?? (task === undefined ? null : spanOf(task));
  };
  return (
    <svg data-links className={styles.links} style={{ insetInlineStart: nameWidth }} aria-hidden="true">
      {orders.map(({ id, kind, fromId, toId }) => {
        const [from, to, y, end] = [lieOf(fromId), lieOf(toId), yOf(fromId), yOf(toId)];
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
  // A dependent that starts earlier is reached from behind, between the rows.
  const between = toY > y ? toY - 15 : toY + 15;
  return `M${x} ${y}H${turn}V${between}H${toX - ELBOW_PX}V${toY}H${toX}${arrow}`;
}
