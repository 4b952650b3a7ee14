import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import type { CalendarTasks } from './calendar-bar.tsx';
import { useIsChosen } from '#features/tasks/model/selection.ts';
import styles from './calendar.module.css';

interface CalendarTrayProps {
  ids: readonly string[];
  tasks: CalendarTasks;
}

const ROW_PX = 34;

/** Undated tasks. They can be dragged onto a day and back. */
export function CalendarTray({ ids, tasks }: CalendarTrayProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({ rows: ids, keyOf: String, scroller: box, height: ROW_PX, overscan: 6 });
  return (
    <aside className={styles.tray} aria-label={t`No date`} data-tray>
      <h3 className={styles.trayTitle}>
        <Trans>No date</Trans>
      </h3>
      {ids.length === 0 && (
        <p className={styles.hint}>
          <Trans>Every task has a date. Drag one here to clear it.</Trans>
        </p>
      )}
      <div ref={box} className={styles.trayList}>
        <div role="list" style={{ blockSize: rows.size, position: 'relative' }}>
          {rows.items.map((item) => (
            <div
              key={item.key}
              role="listitem"
              className={styles.trayPlace}
              style={{ blockSize: item.size, transform: `translateY(${item.start}px)` }}
            >
              <TrayTask taskId={ids[item.index] ?? ''} tasks={tasks} />
            </div>
          ))}
        </div>
      </div>
    </aside>
  );
}

function TrayTask({ taskId, tasks }: { taskId: string; tasks: CalendarTasks }) {
  const task = useRow('task', taskId);
  const isChosen = useIsChosen(taskId);
  if (task === undefined) return null;
  const status = tasks.statuses.find(({ id }) => id === task.statusId);
  return (
    <div
      className={styles.trayTask}
      data-task-of={taskId}
      data-chosen={isChosen || undefined}
      data-dragged={tasks.draggedId === taskId || undefined}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} size={13} />
      )}
      <a
        className={styles.barTitle}
        href={tasks.hrefOf(taskId)}
        data-task-id={taskId}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          tasks.onOpen(taskId);
        }}
      >
        {task.title}
      </a>
      <span className={styles.key}>{task.key}</span>
    </div>
  );
}
