import { LIMITS } from '@hearth/contracts/core/limits';
import type { CycleCount } from '@hearth/contracts/cycles/cycle-values';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { renameCycle, type Cycle } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycle } from '#features/tasks/cycles/cycle-names.ts';
import type { CycleLinks } from './project-cycles.tsx';
import { TaskRow } from '#features/tasks/list/task-row.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { CycleWork } from './use-cycle-work.ts';
import styles from './cycles.module.css';

/** Returns a function that formats a count as `5 tasks, 18 points`. Points are omitted if there are none. */
export function useCycleCountFormatter(): (count: CycleCount) => string {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  return ({ tasks, points }) => {
    const first = t`${plural(tasks, { one: '# task', other: '# tasks' })}`;
    if (points === 0) return first;
    const second = formatEstimate(points, unit);
    return t`${first}, ${second}`;
  };
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name of a cycle, edited inline. An empty name restores the default name with its number. */
export function CycleName({ cycle, canEdit }: { cycle: Cycle; canEdit: boolean }) {
  const { t } = useLingui();
  useFormats();
  const store = useTeamStore();
  const shown = nameCycle(cycle);
  return (
    <EditableText
      label={t`Name of ${shown}`}
      value={shown}
      draftKey={`cycle/${cycle.id}`}
      className={styles.name}
      maxLength={LIMITS.cycleName}
      isOneLine
      isReadOnly={!canEdit}
      onCommit={(name) => void store.mutate(renameCycle(store, cycle, name))}
    />
  );
}

/** Progress bar of a cycle, by number of tasks. */
export function CycleBar({ done, total }: { done: number; total: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles.fill} style={{ inlineSize: `${total === 0 ? 0 : (done / total) * 100}%` }} />
    </span>
  );
}

export function CycleTasks({ work, links }: { work: CycleWork; links: CycleLinks }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  if (work.tasks.length === 0) {
    return (
      <p className={styles.note}>
        <Trans>No tasks in this cycle. Add them from the task panel, or with W on a list or board.</Trans>
      </p>
    );
  }
  return (
    <ul className={styles.tasks} aria-label={t`Tasks`}>
      {work.tasks.map(({ id, statusId }) => (
        <li key={id}>
          <TaskRow
            taskId={id}
            status={statuses.find((status) => status.id === statusId)}
            href={links.hrefOf(id)}
            onOpen={links.onOpen}
          />
        </li>
      ))}
    </ul>
  );
}
