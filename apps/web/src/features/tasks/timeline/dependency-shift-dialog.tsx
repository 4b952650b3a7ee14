import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { useRow } from '#platform/sync/index.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { spanOf, type Span } from '#features/tasks/model/task-span.ts';
import type { ProposedMove, DependencyShift } from './use-dependency-shift.ts';
import styles from './timeline.module.css';

interface DependencyShiftDialogProps {
  proposed: ProposedMove;
  shifts: DependencyShift;
  nameSpan: (span: Span | null) => string;
}

/** Previews which dependent tasks shift when a task is moved. The user can shift them in the same undo step or move only the task. */
export function DependencyShiftDialog({ proposed, shifts, nameSpan }: DependencyShiftDialogProps) {
  const { t } = useLingui();
  const { id, span, staying } = proposed;
  return (
    <Dialog title={t`Also move dependent tasks?`} isOpen onClose={shifts.giveUp}>
      <ul className={styles.shifts}>
        <Shift taskId={id} to={span} nameSpan={nameSpan} />
        {[...proposed.shifts].map(([taskId, to]) => (
          <Shift key={taskId} taskId={taskId} to={to} nameSpan={nameSpan} />
        ))}
      </ul>
      <p className={styles.hint}>
        <Trans>
          Dependent tasks start after their blocker is due, on a working day when an assignee is available.
        </Trans>
      </p>
      {staying > 0 && (
        <p className={styles.hint}>
          <Plural
            value={staying}
            one="You can’t change # more; it stays."
            other="You can’t change # more; they stay."
          />
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={shifts.giveUp}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="default" onClick={() => shifts.accept(false)}>
          <Trans>Only this task</Trans>
        </Button>
        <Button data-autofocus onClick={() => shifts.accept(true)}>
          <Trans>Move all</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

interface ShiftProps {
  taskId: string;
  to: Span;
  nameSpan: DependencyShiftDialogProps['nameSpan'];
}

function Shift({ taskId, to, nameSpan }: ShiftProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  if (task === undefined) return null;
  const [before, after] = [nameSpan(spanOf(task)), nameSpan(to)];
  return (
    <li className={styles.shift}>
      <span className={styles.shiftTitle}>{task.title}</span>
      <span className={styles.shiftDays}>{t`${before} → ${after}`}</span>
    </li>
  );
}
