import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { Dialog } from '#ui/dialog.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { findPlace, type BoardColumnIds, type Place } from './board-moves.ts';
import { useStatuses } from './task-views.ts';
import styles from './move-dialog.module.css';

interface MoveDialogProps {
  /** null = closed. */
  taskId: string | null;
  columns: () => readonly BoardColumnIds[];
  onClose: () => void;
  onMove: (taskId: string, place: Place) => void;
}

/** Moves a card without dragging: pick the column, then top or bottom. */
export function MoveDialog({ taskId, columns, onClose, onMove }: MoveDialogProps) {
  return (
    <Dialog title="Move to…" isOpen={taskId !== null} onClose={onClose}>
      {taskId !== null && <MoveForm key={taskId} taskId={taskId} columns={columns} onMove={onMove} />}
    </Dialog>
  );
}

function MoveForm({
  taskId,
  columns,
  onMove,
}: { taskId: string } & Pick<MoveDialogProps, 'columns' | 'onMove'>) {
  const task = useRow('task', taskId);
  const statuses = useStatuses();
  const [statusId, setStatusId] = useState(() => findPlace(columns(), taskId)?.statusId ?? '');
  const [isAtTop, setIsAtTop] = useState(true);

  function move(): void {
    const others =
      columns()
        .find((column) => column.statusId === statusId)
        ?.ids.filter((id) => id !== taskId) ?? [];
    onMove(taskId, { statusId, index: isAtTop ? 0 : others.length });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        move();
      }}
    >
      <p className={styles.title}>{task?.title}</p>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Status</legend>
        {statuses.map((status) => (
          <label key={status.id} className={styles.choice}>
            <input
              type="radio"
              name="status"
              value={status.id}
              checked={status.id === statusId}
              data-autofocus={status.id === statusId || undefined}
              onChange={() => setStatusId(status.id)}
            />
            <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
            {status.name}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Place</legend>
        <label className={styles.choice}>
          <input type="radio" name="place" checked={isAtTop} onChange={() => setIsAtTop(true)} />
          Top
        </label>
        <label className={styles.choice}>
          <input type="radio" name="place" checked={!isAtTop} onChange={() => setIsAtTop(false)} />
          Bottom
        </label>
      </fieldset>
      <Button type="submit" fullWidth disabled={statusId === ''}>
        Move
      </Button>
    </form>
  );
}
