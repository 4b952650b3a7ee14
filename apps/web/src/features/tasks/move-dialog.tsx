import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { RadioList } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { findPlace, type BoardColumnIds, type Place } from './board-moves.ts';
import { useStatuses } from './task-views.ts';
import styles from './move-dialog.module.css';

interface MoveDialogProps {
  isOpen: boolean;
  taskId: string | null;
  columns: () => readonly BoardColumnIds[];
  onClose: () => void;
  onMove: (taskId: string, place: Place) => void;
}

/** Moves a card without dragging: pick the column, then top or bottom. */
export function MoveDialog({ isOpen, taskId, columns, onClose, onMove }: MoveDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Move to…`} isOpen={isOpen} onClose={onClose}>
      {taskId !== null && <MoveForm key={taskId} taskId={taskId} columns={columns} onMove={onMove} />}
    </Dialog>
  );
}

function MoveForm({
  taskId,
  columns,
  onMove,
}: { taskId: string } & Pick<MoveDialogProps, 'columns' | 'onMove'>) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const statuses = useStatuses();
  const [statusId, setStatusId] = useState(() => findPlace(columns(), taskId)?.statusId ?? '');
  const [end, setEnd] = useState<'top' | 'bottom'>('top');

  function move(): void {
    const others =
      columns()
        .find((column) => column.statusId === statusId)
        ?.ids.filter((id) => id !== taskId) ?? [];
    onMove(taskId, { statusId, index: end === 'top' ? 0 : others.length });
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
      <RadioList
        label={t`Status`}
        options={statuses.map(({ id, name, category, progress, color }) => ({
          value: id,
          label: name,
          icon: <StatusGlyph category={category} progress={progress} color={color} />,
        }))}
        value={statusId}
        autoFocus
        onChange={setStatusId}
      />
      <RadioList
        label={t`Place`}
        options={[
          { value: 'top', label: t({ message: 'Top', context: 'place in a column' }) },
          { value: 'bottom', label: t({ message: 'Bottom', context: 'place in a column' }) },
        ]}
        value={end}
        onChange={setEnd}
      />
      <Button type="submit" fullWidth disabled={statusId === ''}>
        <Trans>Move</Trans>
      </Button>
    </form>
  );
}
