import { LIMITS } from '@hearth/contracts/limits';
import { IconFileOff, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '#platform/core.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { EditableText } from '#ui/editable-text.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SkeletonRows } from '#ui/loading.tsx';
import { TaskFacts } from './task-facts.tsx';
import { deleteTask, restoreTask, updateTask } from './tasks.data.ts';
import styles from './panel.module.css';

/** A task over the screen it was opened from. Every change paints at once and is sent by itself. */
export function TaskPanel({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const task = useRow('task', taskId);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      className={styles.panel}
      tabIndex={-1}
      aria-label={task === undefined ? 'Task' : `Task: ${task.title}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {task === undefined ? (
        <MissingTask taskId={taskId} onClose={onClose} />
      ) : (
        <OpenTask key={taskId} taskId={taskId} onClose={onClose} />
      )}
    </aside>
  );
}

/** Work that was closed long ago is not in the working set: it is asked for before it counts as gone. */
function MissingTask({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const store = useTeamStore();
  const status = useSyncStatus();
  const isLoading = status === 'loading';
  const [isLooking, setIsLooking] = useState(true);
  useEffect(() => {
    if (isLoading) return undefined;
    let isCurrent = true;
    // The list by key takes an id as well, and the store guards what comes in against rights that have gone since.
    const looked = store.loadOlder({ key: taskId }).catch(() => null);
    void looked.then(() => isCurrent && setIsLooking(false));
    return () => {
      isCurrent = false;
    };
  }, [store, taskId, isLoading]);
  return (
    <>
      <header className={styles.header}>
        <span className={styles.spring} />
        <IconButton label="Close" onClick={onClose}>
          <IconX size={17} stroke={1.7} />
        </IconButton>
      </header>
      {isLoading || isLooking ? (
        <SkeletonRows />
      ) : (
        <EmptyState icon={<IconFileOff size={24} stroke={1.6} />} title="This task is not here">
          It may have been deleted, or it belongs to another team.
        </EmptyState>
      )}
    </>
  );
}

function OpenTask({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const store = useTeamStore();
  const task = useRow('task', taskId);
  const may = useMay();
  if (task === undefined) return null;
  const row = task;
  const canEdit = may('task.update', row);

  function remove(): void {
    store.mutate(deleteTask(store, taskId));
    onClose();
    showToast('Task deleted', {
      action: { label: 'Undo', run: () => void store.mutate(restoreTask(store, row)) },
    });
  }

  return (
    <>
      <header className={styles.header}>
        <span className={styles.key}>{task.key}</span>
        <span className={styles.spring} />
        {may('task.delete', row) && (
          <IconButton label="Delete task" onClick={remove}>
            <IconTrash size={17} stroke={1.7} />
          </IconButton>
        )}
        <IconButton label="Close (Esc)" onClick={onClose}>
          <IconX size={17} stroke={1.7} />
        </IconButton>
      </header>
      <div className={styles.body}>
        <EditableText
          label="Title"
          value={task.title}
          className={styles.title}
          maxLength={LIMITS.taskTitle}
          isOneLine
          isReadOnly={!canEdit}
          onCommit={(title) => void store.mutate(updateTask(store, taskId, { title }))}
        />
        <TaskFacts task={task} canEdit={canEdit} />
        <EditableText
          label="Description"
          value={task.description}
          className={styles.description}
          placeholder={canEdit ? 'Add a description…' : 'No description'}
          maxLength={LIMITS.taskDescription}
          isReadOnly={!canEdit}
          onCommit={(description) => void store.mutate(updateTask(store, taskId, { description }))}
        />
      </div>
    </>
  );
}
