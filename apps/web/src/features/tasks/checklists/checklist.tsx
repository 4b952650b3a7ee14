import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import { useFormats } from '#ui/format/formats.ts';
import { AddLine } from '#features/tasks/add-line/add-line.tsx';
import { ChecklistLine, type ChecklistActs } from './checklist-line.tsx';
import {
  createItems,
  deleteItem,
  loadItems,
  moveItem,
  turnIntoSubTask,
  updateItem,
} from './checklist.data.ts';
import { rollUpsOf } from '#features/tasks/sub-tasks/progress-roll-up.ts';
import { addChecklistItem } from '#features/tasks/model/tasks.actions.ts';
import { checklistByTask, subTasksByParent } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/add-line/sub-tasks.module.css';

type Item = SyncRows['checklistItem'];

export function Checklist({ task, canEdit }: { task: SyncRows['task']; canEdit: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const items = useRows(checklistByTask(store), task.id);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useItemsOfOldTask(task);
  const canAdd = canEdit && items.length < LIMITS.checklistItems;
  useAction(addChecklistItem, () => field.current?.focus(), canAdd);
  const canNest =
    rollUpsOf(store).tree.ancestorsOf(task.id).length < MAX_SUB_LEVELS &&
    subTasksByParent(store).ids(task.id).length < LIMITS.subTasks;

  function focusLine(id: string | undefined): void {
    // The new item may not be mounted yet.
    focusAfterRender(() => {
      const line =
        id === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-line-id="${id}"]`);
      return line ?? field.current;
    });
  }

  function move(item: Item, index: number): void {
    if (index < 0 || index >= items.length) return;
    store.mutate(moveItem(store, item, index));
    const [title, place, count] = [item.title, index + 1, items.length];
    announce(t`${title} is now ${place} of ${count}`);
    focusLine(item.id);
  }

  function actsOf(item: Item, at: number): ChecklistActs {
    return {
      tick: () => void store.mutate(updateItem(store, item, { isDone: !item.isDone })),
      rename: (title) => void store.mutate(updateItem(store, item, { title })),
      next: () => focusLine(items[at + 1]?.id),
      remove(goTo) {
        store.mutate(deleteItem(store, item));
        announce(t`Item removed`);
        focusLine((goTo === 'before' ? items[at - 1] : items[at + 1])?.id);
      },
      step: (step) => move(item, at + step),
      drop(draggedId, edge) {
        const dragged = items.find(({ id }) => id === draggedId);
        const others = items.filter(({ id }) => id !== draggedId);
        const target = others.findIndex(({ id }) => id === item.id);
        if (dragged !== undefined && target !== -1) move(dragged, edge === 'top' ? target : target + 1);
      },
      turnIntoSubTask: canNest
        ? () => {
            store.mutate(turnIntoSubTask(store, task, item));
            announce(t`Sub-task added`);
            focusLine(items[at + 1]?.id);
          }
        : undefined,
    };
  }

  if (items.length === 0 && !canAdd) return null;
  const done = formats.number(items.filter(({ isDone }) => isDone).length);
  const total = formats.number(items.length);
  return (
    <section className={styles.section} aria-label={t`Checklist`}>
      {items.length > 0 && (
        <div className={styles.head}>
          <h2 className={styles.heading}>
            <Trans>Checklist</Trans>
          </h2>
          <span className={styles.count}>
            <Trans>
              {done} of {total} done
            </Trans>
          </span>
        </div>
      )}
      <ul ref={list} className={styles.lines}>
        {items.map((item, at) => (
          <ChecklistLine key={item.id} item={item} canEdit={canEdit} acts={actsOf(item, at)} />
        ))}
      </ul>
      {canEdit && (
        <AddLine
          label={t`Add checklist item…`}
          maxLength={LIMITS.taskTitle}
          fieldRef={field}
          room={LIMITS.checklistItems - items.length}
          onAdd={(lines) => void store.mutate(createItems(store, task.id, lines))}
        />
      )}
    </section>
  );
}

/** Loads the checklist of a closed task. Tasks that were closed long ago are synced without their checklist items. */
function useItemsOfOldTask({ id, closedAt }: SyncRows['task']): void {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const isClosed = closedAt !== null;
  useEffect(() => {
    // If the request fails, show the local items, as in offline mode.
    if (isLive && isClosed) void loadItems(store, id).catch(() => undefined);
  }, [store, id, isLive, isClosed]);
}
