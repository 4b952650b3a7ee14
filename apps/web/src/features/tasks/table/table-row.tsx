import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import type { Column } from '@hearth/contracts/views/view-columns-values';
import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { OpenedBy } from '#features/members/index.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import { CellContent } from './table-cell.tsx';
import { fieldSetBy } from './table-columns.ts';
import { describeLine, readLine, type CursorState } from './table-cursor.ts';
import { CellEditor } from './table-editor.tsx';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from './table.module.css';

interface TableRowProps {
  taskId: string;
  /** The index of the row among the table's lines. */
  line: number;
  columns: readonly Column[];
  cursor: CursorState;
  statuses: readonly StatusLook[];
  href: string;
  canEdit: (task: SyncRows['task']) => boolean;
  onOpen: (taskId: string) => void;
  /** Called when an edit ends. The argument is the direction in which to move. */
  onEnd: (step: -1 | 0 | 1) => void;
}

export function TableRow({
  taskId,
  line,
  columns,
  cursor,
  statuses,
  href,
  canEdit,
  onOpen,
  onEnd,
}: TableRowProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const task = useRow('task', taskId);
  const isChosen = useIsChosen(taskId);
  const at = readLine(useSelected(cursor, (present) => describeLine(present, line)));
  if (task === undefined) return null;
  const status = statuses.find(({ id }) => id === task.statusId);
  const { title } = task;
  const isEditable = canEdit(task);
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={line + 2}
      aria-selected={isChosen}
      data-line={line}
      data-task-of={taskId}
      data-chosen={isChosen || undefined}
    >
      {columns.map(({ field }, column) => {
        const isIn = column >= at.left && column <= at.right;
        const isHere = column === at.column;
        const content = <CellContent task={task} field={field} status={status} />;
        const isTitle = field === 'title';
        const isSettable = isEditable && fieldSetBy(store, field) !== undefined;
        return (
          <div
            key={field}
            role={isTitle ? 'rowheader' : 'gridcell'}
            aria-colindex={column + 1}
            aria-readonly={!isSettable}
            aria-selected={isTitle ? undefined : isIn}
            tabIndex={isHere ? 0 : -1}
            className={clsx(styles.cell, isTitle && styles.titleCell)}
            data-cell={column}
            data-task-id={taskId}
            data-in={isIn || undefined}
            data-filled={(isIn && at.isFilled) || undefined}
          >
            {isTitle && (
              <span className={styles.choose} data-chooses>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={t`Select ${title}`}
                  checked={isChosen}
                  readOnly
                />
              </span>
            )}
            {isHere && at.isEditing ? (
              <CellEditor task={task} field={field} onEnd={onEnd}>
                {content}
              </CellEditor>
            ) : isTitle ? (
              <a
                className={styles.title}
                href={href}
                tabIndex={-1}
                data-closed={(status !== undefined && isClosed(status.category)) || undefined}
                draggable={false}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(taskId);
                }}
              >
                {title}
              </a>
            ) : (
              content
            )}
            {isTitle && <OpenedBy taskId={taskId} />}
            {column === at.corner && isSettable && !isTitle && (
              <span className={styles.handle} data-fill aria-hidden="true" />
            )}
          </div>
        );
      })}
    </div>
  );
}
