import { Trans } from '@lingui/react/macro';
import { IconCheck, IconRotate, IconZzz } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { useLineDrag } from '#ui/drag/line-drag.ts';
import { useCardDrag } from '#features/tasks/card-moves/card-drag.ts';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './list.module.css';

// Lazy-loaded on the first swipe.
const SwipeActs = lazyComponent(async () => (await import('./swipe-acts.tsx')).SwipeActs);

interface ListedRowProps extends React.HTMLAttributes<HTMLDivElement> {
  taskId: string;
  /** The group of the view under whose heading the row is. */
  slot: string;
  /** Whether the row can be dragged to another place or heading. */
  isMovable: boolean;
  /** The section within which the row may be dragged if `onDropped` is given. */
  section: string;
  onDropped: ((draggedId: string, edge: 'top' | 'bottom') => void) | undefined;
}

/** A task row. It can be dragged if the list is reorderable, and swiped to complete or snooze the task. */
export function ListedRow({
  taskId,
  slot,
  isMovable,
  section,
  onDropped,
  children,
  ...rest
}: ListedRowProps) {
  const isChosen = useIsChosen(taskId);
  const row = useRef<HTMLDivElement>(null);
  const [swiped, setSwiped] = useState<'ahead' | 'back' | null>(null);
  const store = useTeamStore();
  const task = useRow('task', taskId);
  const isClosed = task?.closedAt != null;
  const move = useCardDrag(row, taskId, slot, isMovable);
  const reorder = useLineDrag(row, {
    list: `list ${section}`,
    id: taskId,
    isEnabled: onDropped !== undefined && !isMovable,
    onDrop: (draggedId, at) => onDropped?.(draggedId, at),
  });
  const { isDragged, edge } = isMovable ? move : reorder;
  useSwipe(row, { isEnabled: store.row('task', taskId) !== undefined, onSwipe: setSwiped });
  return (
    <div
      ref={row}
      role="row"
      aria-selected={isChosen}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
      {...rest}
    >
      <span className={styles.ahead} aria-hidden="true">
        {isClosed ? <IconRotate size={18} stroke={1.8} /> : <IconCheck size={18} stroke={1.8} />}
        {task?.triage != null ? (
          <Trans>Accept</Trans>
        ) : isClosed ? (
          <Trans>Reopen</Trans>
        ) : (
          <Trans>Done</Trans>
        )}
      </span>
      <span className={styles.back} aria-hidden="true">
        <Trans>Snooze</Trans>
        <IconZzz size={18} stroke={1.8} />
      </span>
      {children}
      {swiped !== null && (
        <Suspense fallback={null}>
          <SwipeActs taskId={taskId} swipe={swiped} onDone={() => setSwiped(null)} />
        </Suspense>
      )}
    </div>
  );
}
