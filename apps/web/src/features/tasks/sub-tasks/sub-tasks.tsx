import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { addEstimates } from '@hearth/contracts/model/task-tree-values';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ComponentType, type RefObject } from 'react';
import { formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import { useFormats } from '#ui/format/formats.ts';
import { rollUpsOf, useRollUp } from './progress-roll-up.ts';
import { SubTaskLine } from './sub-task-line.tsx';
import { moveAmongSiblings, setParents, toggleDone } from './sub-tasks.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { addSubTask } from '#features/tasks/model/tasks.actions.ts';
import { subTasksByParent } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/add-line/sub-tasks.module.css';

interface SubTasksProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
  /** The field for adding sub-tasks at the end of the list. */
  AddSubTask: ComponentType<AddSubTaskProps>;
}

export interface AddSubTaskProps {
  task: SyncRows['task'];
  /** Number of sub-tasks that can still be added. */
  room: number;
  fieldRef: RefObject<HTMLInputElement | null>;
}

export function SubTasks({ task, canEdit, links, AddSubTask }: SubTasksProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const parts = useRows(subTasksByParent(store), task.id);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useOldParts(task.id);
  const isDeepest = rollUpsOf(store).tree.ancestorsOf(task.id).length >= MAX_SUB_LEVELS;
  const canAdd = canEdit && !isDeepest && parts.length < LIMITS.subTasks;
  useAction(addSubTask, () => field.current?.focus(), canAdd);

  function move(id: string, index: number): void {
    const part = parts.find((one) => one.id === id);
    if (part === undefined || index < 0 || index >= parts.length) return;
    store.mutate(moveAmongSiblings(store, part, index));
    const [title, place, count] = [part.title, index + 1, parts.length];
    announce(t`${title} is now ${place} of ${count}`);
    // Move focus along with the moved row.
    focusAfterRender(() => list.current?.querySelector<HTMLElement>(`[data-line-id="${id}"]`));
  }

  function drop(draggedId: string, targetId: string, edge: 'top' | 'bottom'): void {
    const others = parts.filter((one) => one.id !== draggedId);
    const at = others.findIndex((one) => one.id === targetId);
    if (at !== -1) move(draggedId, edge === 'top' ? at : at + 1);
  }

  if (parts.length === 0 && !canAdd) return null;
  return (
    <section className={styles.section} aria-label={t`Sub-tasks`}>
      {parts.length > 0 && <Head task={task} />}
      <ul ref={list} className={styles.lines}>
        {parts.map((part, at) => (
          <SubTaskLine
            key={part.id}
            task={part}
            status={statuses.find(({ id }) => id === part.statusId)}
            links={links}
            canOrder={canEdit}
            onToggle={() => {
              const command = toggleDone(store, part);
              if (command !== null) store.mutate(command);
            }}
            onUnlink={() => {
              store.mutate(setParents(store, [part.id], null));
              const { title } = part;
              announce(t`${title} is no longer a sub-task`);
              field.current?.focus();
            }}
            onStep={(step) => move(part.id, at + step)}
            onDrop={(draggedId, edge) => drop(draggedId, part.id, edge)}
          />
        ))}
      </ul>
      {canEdit && !isDeepest && (
        <AddSubTask task={task} room={LIMITS.subTasks - parts.length} fieldRef={field} />
      )}
    </section>
  );
}

/** Title of the section with progress and total estimate. */
function Head({ task }: { task: SyncRows['task'] }) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const formats = useFormats();
  const { done, total, estimate } = useRollUp(task.id) ?? { done: 0, total: 0, estimate: null };
  const sum = addEstimates(task.estimate, estimate);
  const [shownDone, shownTotal] = [formats.number(done), formats.number(total)];
  const progress = t`${shownDone} of ${shownTotal} done`;
  const inAll = formatEstimate(sum ?? 0, unit);
  return (
    <div className={styles.head}>
      <h2 className={styles.heading}>
        <Trans>Sub-tasks</Trans>
      </h2>
      {total > 0 && (
        <>
          <div
            role="meter"
            aria-label={t`Done`}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
            aria-valuetext={progress}
            className={styles.track}
          >
            <div className={styles.fill} style={{ inlineSize: `${(done / total) * 100}%` }} />
          </div>
          <span className={styles.count} aria-hidden="true">
            {progress}
          </span>
        </>
      )}
      {estimate !== null && sum !== null && <span className={styles.points}>{t`${inAll} in all`}</span>}
    </div>
  );
}

/** Fetches the sub-tasks outside the working set when the task is opened. */
function useOldParts(taskId: string): void {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  useEffect(() => {
    if (!isLive) return;
    // One page holds the maximum number of sub-tasks. If the request fails, show the local sub-tasks, as in offline mode.
    void store.loadOlder({ parentId: taskId }).catch(() => undefined);
  }, [store, taskId, isLive]);
}
