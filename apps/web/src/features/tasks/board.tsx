import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { announce } from '#platform/announce.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import type { BoardActs } from './board-acts.ts';
import { BoardColumn } from './board-column.tsx';
import { createBoardFocus } from './board-focus.ts';
import { findDrop, findNeighbour, findStep, type Direction, type Place } from './board-moves.ts';
import { readDraggedTask, readEdge } from './card-drag.ts';
import { MoveDialog } from './later-parts.ts';
import { useStatuses } from './task-views.ts';
import { columnKey, createTask, moveTask, tasksByColumn } from './tasks.data.ts';
import { useOlderTasks } from './use-older-tasks.ts';
import styles from './board.module.css';

interface BoardProps {
  projectId: string;
  canEdit: boolean;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  k: 'up',
  j: 'down',
};

/** Where people read from the right, the columns begin there. */
function readDirection(key: string): Direction | undefined {
  const direction = ARROWS[key];
  if (document.documentElement.dir !== 'rtl') return direction;
  return direction === 'left' ? 'right' : direction === 'right' ? 'left' : direction;
}

/** A project's tasks in columns by status. Everything that dragging does, keys do too. */
export function Board({ projectId, canEdit, onOpen, hrefOf }: BoardProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const view = tasksByColumn(store);
  const older = useOlderTasks(view, useRow('project', projectId)?.createdAt);
  const [focus] = useState(createBoardFocus);
  const [movingId, setMovingId] = useState<string | null>(null);
  const board = useRef<HTMLDivElement>(null);

  const readColumns = () =>
    statuses.map((status) => ({ statusId: status.id, ids: view.ids(columnKey(projectId, status.id)) }));

  function move(taskId: string, place: Place | null): void {
    if (place === null) return;
    store.mutate(moveTask(store, taskId, place.statusId, place.index));
    const name = statuses.find((status) => status.id === place.statusId)?.name ?? '';
    const number = place.index + 1;
    announce(t`Moved to ${name}, place ${number}`);
  }

  function moveAndFollow(taskId: string, place: Place | null): void {
    if (place === null) return;
    move(taskId, place);
    focus.show(place.statusId, place.index, taskId);
  }

  const drop = useEffectEvent((taskId: string, target: Record<string | symbol, unknown>) => {
    if (target['kind'] === 'card' && typeof target['taskId'] === 'string') {
      move(taskId, findDrop(readColumns(), taskId, target['taskId'], readEdge(target) ?? 'bottom'));
    } else if (target['kind'] === 'column' && typeof target['statusId'] === 'string') {
      const statusId = target['statusId'];
      const others = view.ids(columnKey(projectId, statusId)).filter((id) => id !== taskId);
      move(taskId, { statusId, index: others.length });
    }
  });

  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    return combine(
      monitorForElements({
        canMonitor: ({ source }) => readDraggedTask(source.data) !== null,
        onDrop: ({ source, location }) => {
          const taskId = readDraggedTask(source.data);
          const target = location.current.dropTargets[0];
          if (taskId !== null && target !== undefined) drop(taskId, target.data);
        },
      }),
      autoScrollForElements({ element }),
    );
  }, []);

  const acts = useMemo<BoardActs>(
    () => ({
      canEdit,
      hrefOf,
      open: onOpen,
      askMove: setMovingId,
      add: (statusId, title) => store.mutate(createTask(store, { title, projectId, statusId })),
    }),
    [canEdit, hrefOf, onOpen, projectId, store],
  );

  function handleKey(event: React.KeyboardEvent): void {
    const taskId = event.target instanceof HTMLElement ? event.target.dataset['taskId'] : undefined;
    if (taskId === undefined || event.metaKey || event.ctrlKey) return;
    const direction = readDirection(event.key);
    if (direction !== undefined) {
      event.preventDefault();
      if (event.altKey && canEdit) moveAndFollow(taskId, findStep(readColumns(), taskId, direction));
      else {
        const next = findNeighbour(readColumns(), taskId, direction);
        if (next !== null) focus.show(next.statusId, next.index, next.taskId);
      }
    } else if (event.key === ' ') {
      event.preventDefault();
      onOpen(taskId);
    } else if (event.key.toLowerCase() === 'm' && canEdit && !event.altKey) {
      event.preventDefault();
      setMovingId(taskId);
    }
  }

  return (
    <>
      <div
        ref={board}
        className={styles.board}
        onKeyDown={handleKey}
        onFocus={(event) => {
          const taskId = event.target instanceof HTMLElement ? event.target.dataset['taskId'] : undefined;
          if (taskId !== undefined) focus.note(taskId);
        }}
      >
        {statuses.map((status) => {
          const group = columnKey(projectId, status.id);
          return (
            <BoardColumn
              key={status.id}
              status={status}
              view={view}
              group={group}
              acts={acts}
              focus={focus}
              older={older}
              onShowOlder={() => older.show(group, { projectId, statusId: status.id })}
            />
          );
        })}
      </div>
      <MoveDialog
        isOpen={movingId !== null}
        taskId={movingId}
        columns={readColumns}
        onClose={() => setMovingId(null)}
        onMove={(taskId, place) => {
          setMovingId(null);
          moveAndFollow(taskId, place);
        }}
      />
    </>
  );
}
