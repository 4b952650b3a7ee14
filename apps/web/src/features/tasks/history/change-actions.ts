import { canDeleteTime } from '@hearth/contracts/permissions/permissions';
import { isSameDoc } from '@hearth/contracts/rich-text/plain-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useMemo } from 'react';
import { useActor, useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type Command, type TeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { attachmentsByTask } from '#features/tasks/attachments/attachments.data.ts';
import { docOf, writeDescription } from '#features/tasks/description/description.data.ts';
import { findLost, findOverwritten, isLost } from './overwritten.ts';
import { findEarlier, type DetailedChange } from './past-descriptions.ts';
import { findPartBack, listLatest, type Parts } from './restorable-parts.ts';
import { findRestorable, type ExistingEntities } from './restorable.ts';
import { checklistByTask, relationsByTask, updateTask } from '#features/tasks/model/tasks.data.ts';
import { timeByTask } from '#features/tasks/time-tracking/time.data.ts';

/** Creates a command on demand. Null if the command would be a no-op. */
export type MakeCommand = () => Command | null;

/** Actions on a change in the history. */
export interface ChangeActions {
  /** Reverts the change. Null if reverting is a no-op or impossible. */
  undo: MakeCommand | null;
  /** Whether a user who had not seen the value replaced it and the task still lacks the value. */
  isOverwritten: boolean;
  /** Restores the overwritten value. Null if the field has changed again since then or the value is no longer valid. */
  putBack: MakeCommand | null;
}

export const NO_ACTIONS: ChangeActions = { undo: null, isOverwritten: false, putBack: null };

/**
 * Returns the available actions on the changes to a task, by change id.
 * @param changes all loaded changes, newest first
 * @param visible the visible changes
 */
export function useChangeActions(
  task: SyncRows['task'],
  changes: readonly DetailedChange[],
  visible: readonly DetailedChange[],
  names: Omit<ExistingEntities, 'files'>,
  mayEdit: boolean,
): ReadonlyMap<string, ChangeActions> {
  const store = useTeamStore();
  const actor = useActor();
  const may = useMay();
  const parts = useParts(store, task.id);
  const latest = useMemo(() => listLatest(changes), [changes]);
  const overwritten = useMemo(() => findOverwritten(changes), [changes]);
  // Historical snapshots are read-only.
  if (store.at !== null) return new Map();
  const known = { ...names, files: parts.files };
  const request = {
    store,
    task,
    parts,
    latest,
    mayEdit,
    mayTrack: may('task.comment', task),
    mayDeleteTime: (userId: string | null) =>
      canDeleteTime(actor, { projectId: task.projectId, createdBy: userId }),
  };
  const change = (fields: Parameters<typeof updateTask>[2] | null): MakeCommand | null =>
    fields === null || !mayEdit ? null : () => updateTask(store, task.id, fields);
  return new Map(
    visible.map((line): [string, ChangeActions] => {
      const winner = overwritten.get(line.id);
      return [
        line.id,
        {
          undo:
            findPartBack(request, line) ??
            (mayEdit ? findTextBack(store, task, line) : null) ??
            change(findRestorable(task, line, known)),
          isOverwritten: winner !== undefined && isLost(task, line),
          putBack: winner === undefined ? null : change(findLost(task, line, winner, known)),
        },
      ];
    }),
  );
}

function findTextBack(store: TeamStore, task: SyncRows['task'], change: DetailedChange): MakeCommand | null {
  const earlier = findEarlier(change);
  if (earlier === null || isSameDoc(earlier, docOf(task))) return null;
  return () => writeDescription(store, task.id, earlier, task.descriptionVersion);
}

/** Returns the existing sub-items of the task. Only these can be changed by a revert. */
function useParts(store: TeamStore, taskId: string): Parts {
  return {
    items: useRows(checklistByTask(store), taskId),
    files: useRows(attachmentsByTask(store), taskId),
    relations: useRows(relationsByTask(store), taskId),
    entries: useRows(timeByTask(store), taskId),
  };
}
