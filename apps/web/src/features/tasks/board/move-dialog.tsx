import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useRow } from '#platform/sync/index.ts';
import { RadioList } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { BoardColumnIds, CardPosition } from '#features/tasks/card-moves/card-positions.ts';
import { listDragged } from '#features/tasks/card-moves/dragged-tasks.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import styles from './move-dialog.module.css';

interface MoveDialogProps {
  isOpen: boolean;
  /** The card to move and its column. Null while the dialog is closed. */
  moving: { taskId: string; slot: string } | null;
  /** Name of the field that the columns represent: status by default. */
  label: string;
  /** Columns that accept tasks, with their group names in the view. */
  columns: readonly { slot: string; group: TaskGroup }[];
  read: () => readonly BoardColumnIds[];
  /** Whether tasks are ordered manually. If so, the dialog also offers a position. */
  isManual: boolean;
  onClose: () => void;
  onMove: (taskId: string, position: CardPosition) => void;
}

/** Moves a card without dragging, together with all selected tasks if it is one of them. The user picks the column and, if tasks are ordered manually, its top or bottom. */
export function MoveDialog({ isOpen, moving, onClose, ...rest }: MoveDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Move to…`} isOpen={isOpen} onClose={onClose}>
      {moving !== null && <MoveForm key={moving.taskId} moving={moving} {...rest} />}
    </Dialog>
  );
}

type FormProps = Omit<MoveDialogProps, 'isOpen' | 'moving' | 'onClose'> & {
  moving: { taskId: string; slot: string };
};

function MoveForm({ moving, label, columns, read, isManual, onMove }: FormProps) {
  const { t } = useLingui();
  const { taskId } = moving;
  const task = useRow('task', taskId);
  const [count] = useState(() => listDragged(taskId).length);
  const [slot, setSlot] = useState(moving.slot);
  const [end, setEnd] = useState<'top' | 'bottom'>('top');

  function move(): void {
    const others =
      read()
        .find((column) => column.slot === slot)
        ?.ids.filter((id) => id !== taskId) ?? [];
    onMove(taskId, { slot, index: end === 'top' ? 0 : others.length });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        move();
      }}
    >
      <p className={styles.title}>
        {count === 1 ? task?.title : <Plural value={count} one="# task" other="# tasks" />}
      </p>
      <RadioList
        label={label}
        options={columns.map(({ slot: value, group }) => ({ value, label: group.name, icon: group.icon }))}
        value={slot}
        autoFocus
        onChange={setSlot}
      />
      {isManual && (
        <RadioList
          label={t`Place`}
          options={[
            { value: 'top', label: t({ message: 'Top', context: 'place in a column' }) },
            { value: 'bottom', label: t({ message: 'Bottom', context: 'place in a column' }) },
          ]}
          value={end}
          onChange={setEnd}
        />
      )}
      <Button type="submit" isWide disabled={slot === ''}>
        <Trans>Move</Trans>
      </Button>
    </form>
  );
}
