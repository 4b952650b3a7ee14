import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { IconUnlink } from '@tabler/icons-react';
import { useRef } from 'react';
import { Assignees } from '#features/members/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { DuePill } from '#ui/display/due-pill.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useLineDrag } from '#ui/drag/line-drag.ts';
import { SubTaskMark } from './sub-task-mark.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from '#features/tasks/add-line/sub-tasks.module.css';

interface SubTaskLineProps {
  task: SyncRows['task'];
  status: StatusLook | undefined;
  links: TaskLinks;
  /** Whether the list can be reordered. */
  canOrder: boolean;
  onToggle: () => void;
  onUnlink: () => void;
  onStep: (step: 1 | -1) => void;
  onDrop: (draggedId: string, edge: 'top' | 'bottom') => void;
}

/** A sub-task in the panel of its parent. */
export function SubTaskLine({
  task,
  status,
  links,
  canOrder,
  onToggle,
  onUnlink,
  onStep,
  onDrop,
}: SubTaskLineProps) {
  const { t } = useLingui();
  const canEdit = useMay()('task.update', task);
  const ref = useRef<HTMLLIElement>(null);
  const drag = useLineDrag(ref, {
    list: `parts of ${task.parentId}`,
    id: task.id,
    isEnabled: canOrder,
    onDrop,
  });
  const { title } = task;
  const isDone = status !== undefined && isClosed(status.category);
  return (
    <li
      ref={ref}
      className={styles.line}
      data-dragged={drag.isDragged || undefined}
      data-edge={drag.edge ?? undefined}
    >
      <button
        type="button"
        role="checkbox"
        className={styles.tick}
        aria-checked={isDone}
        aria-label={t`Done: ${title}`}
        disabled={!canEdit}
        onClick={onToggle}
      >
        {status !== undefined && (
          <StatusGlyph category={status.category} progress={status.progress} color={status.color} size={16} />
        )}
      </button>
      <a
        className={styles.title}
        href={links.hrefOf(task.id)}
        data-closed={isDone || undefined}
        data-line-id={task.id}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          links.open(task.id);
        }}
        onKeyDown={(event) => {
          const step = event.altKey ? ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key] : undefined;
          if (step === undefined || !canOrder) return;
          event.preventDefault();
          onStep(step);
        }}
      >
        {title}
      </a>
      <SubTaskMark taskId={task.id} />
      {task.dueDate !== null && <DuePill dueDate={task.dueDate} isClosed={isDone} />}
      <Assignees ids={task.assigneeIds} />
      {canEdit && (
        <span className={styles.acts}>
          <IconButton label={t`Remove sub-task “${title}”`} size={26} onClick={onUnlink}>
            <IconUnlink size={15} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </li>
  );
}
