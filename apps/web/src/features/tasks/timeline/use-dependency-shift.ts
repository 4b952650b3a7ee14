import { isOrder } from '@hearth/contracts/relations/relation-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { planShifts, type IsOff, type Plan } from '#features/tasks/schedule/task-schedule.ts';
import { datesFor, spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import type { DateActs } from '#features/tasks/schedule/use-date-acts.ts';

/** A proposed move that would shift dependent tasks. */
export interface ProposedMove {
  id: string;
  span: Span;
  shifts: ReadonlyMap<string, Span>;
  /** Number of dependent tasks that would shift but that the user may not change. */
  staying: number;
}

export interface DependencyShift {
  proposed: ProposedMove | null;
  /**
   * Moves a task, or proposes the move if dependent tasks would shift. Returns false if the user may not move the
   * task.
   */
  move: (taskId: string, span: Span | null) => boolean;
  /** Applies the proposed move, with or without shifting the dependent tasks. */
  accept: (withOthers: boolean) => void;
  giveUp: () => void;
}

/** Moves tasks and optionally shifts their dependents. */
export function useDependencyShift(acts: DateActs): DependencyShift {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const [proposed, setProposed] = useState<ProposedMove | null>(null);

  return {
    proposed,
    giveUp: () => setProposed(null),
    move(taskId, span) {
      if (span === null || !acts.mayMove(taskId)) return acts.putOn(taskId, span);
      const all = planShifts(readPlan(store), { id: taskId, span });
      const shifts = new Map([...all].filter(([id]) => mayChange(id)));
      if (shifts.size === 0) return acts.putOn(taskId, span);
      setProposed({ id: taskId, span, shifts, staying: all.size - shifts.size });
      return true;
    },
    accept(withOthers) {
      if (proposed === null) return;
      const { id, span, shifts } = proposed;
      setProposed(null);
      if (!withOthers) {
        acts.putOn(id, span);
        return;
      }
      const changes = [[id, span] as const, ...shifts].flatMap(([taskId, to]) => {
        const task = store.row('task', taskId);
        return task === undefined ? [] : { id: taskId, fields: { ...datesFor(task, to) } };
      });
      store.mutate(updateTasks(store, changes));
      const count = changes.length;
      announce(t`${plural(count, { one: '# task moved', other: '# tasks moved' })}`);
    },
  };

  function mayChange(taskId: string): boolean {
    const task = store.row('task', taskId);
    return task !== undefined && may('task.update', task);
  }
}

/** Returns the locally loaded tasks and dependencies. */
export function readPlan(store: TeamStore): Plan {
  const pairsOf = (id: string) =>
    relationsByTask(store)
      .ids(id)
      .flatMap((relationId) => {
        const relation = store.row('relation', relationId);
        return relation !== undefined && isOrder(relation.kind) ? relation : [];
      });
  return {
    taskOf(id) {
      const task = store.row('task', id);
      return task && { id, span: spanOf(task), isClosed: task.closedAt !== null };
    },
    blockersOf: (id) => pairsOf(id).flatMap(({ fromId, toId }) => (toId === id ? fromId : [])),
    blockedBy: (id) => pairsOf(id).flatMap(({ fromId, toId }) => (fromId === id ? toId : [])),
    offOf: (id) => readDaysOff(store, store.row('task', id)?.assigneeIds ?? []),
  };
}

/**
 * Returns a predicate for the days on which all of the given members are absent. Returns null if the list is empty or a member has no
 * absences.
 */
function readDaysOff(store: TeamStore, people: readonly string[]): IsOff | null {
  const away = people.map((id) => Object.values(store.row('workTime', id)?.absences ?? {}));
  if (away.length === 0 || away.some((absences) => absences.length === 0)) return null;
  return (day) => away.every((absences) => absences.some(({ from, to }) => from <= day && day <= to));
}
