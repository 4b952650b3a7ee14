import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useGroup, type View } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { BoardActs } from './board-acts.ts';
import { BoardCards, estimateHeights, type CardHeights } from './board-cards.tsx';
import { useIsWanted, type BoardFocus } from './board-focus.ts';
import { readDraggedTask, type DropData } from '#features/tasks/card-moves/card-drag.ts';
import { scrollWhileDragging } from '#features/tasks/card-moves/drag-scroll.ts';
import { isDroppedInGap } from './drop-area.ts';
import { GroupCount } from '#features/tasks/statuses/group-count.tsx';
import { ColumnLimit } from '#features/tasks/statuses/limits.lazy.ts';
import { ShowOlder } from '#features/tasks/grouping/show-older.lazy.ts';
import { QuickAdd } from '#features/tasks/quick-add/quick-add.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useNearViewport, type ViewportWatch } from './use-near-viewport.ts';
import type { OlderTasks } from '#features/tasks/grouping/use-older-tasks.ts';
import styles from './board.module.css';

interface BoardColumnProps {
  group: TaskGroup;
  view: View<'task'>;
  /** The group of the view that holds the column's tasks. */
  slot: string;
  /** The swimlane that contains the column. With swimlanes, column names are shown once, above all lanes. */
  lane?: TaskGroup;
  acts: BoardActs;
  focus: BoardFocus;
  /** Reports whether the column is near the viewport. Null if the column is mounted right after the first paint. */
  nearWatch: ViewportWatch | null;
  isNearAtFirst: boolean;
  isPainted: boolean;
  older: OlderTasks;
  onShowOlder: () => void;
}

/** A column of the board. Far from the viewport, a placeholder with the height of its cards is rendered instead of the cards. */
export function BoardColumn({
  group,
  view,
  slot,
  lane,
  acts,
  focus,
  nearWatch,
  isNearAtFirst,
  isPainted,
  older,
  onShowOlder,
}: BoardColumnProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const ids = useGroup(view, slot);
  const name = formats.parts([group.name, lane?.name ?? '']);
  const canPut = acts.canEdit && group.enter !== null && lane?.enter !== null;
  const scroller = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const isNear = useNearViewport(section, nearWatch, { isNearAtFirst, isPainted });
  const isWanted = useIsWanted(focus, slot);
  const isDrawn = isNear || isWanted;
  // Keep the draft in the add field mounted when the column scrolls out of view.
  const [wasDrawn, setWasDrawn] = useState(isDrawn);
  if (isDrawn && !wasDrawn) setWasDrawn(true);
  const isOver = useColumnDrop(section, scroller, slot, canPut && isDrawn);
  const [heights, setHeights] = useState<CardHeights | null>(null);
  const label = t`${name} tasks`;
  return (
    <section
      ref={section}
      className={styles.column}
      aria-label={name}
      data-slot={slot}
      data-over={isOver || undefined}
    >
      {lane === undefined && (
        <header className={styles.columnHeader}>
          {group.icon}
          <h2 className={styles.columnName}>{group.name}</h2>
          <GroupCount group={group} shown={ids.length} className={styles.count}>
            <span aria-hidden="true">{formats.number(ids.length)}</span>
            <span className="hidden-text">
              <Plural value={ids.length} one="# task" other="# tasks" />
            </span>
          </GroupCount>
          {group.projectId !== undefined && <ColumnLimit group={group} isWanted={false} standIn={null} />}
        </header>
      )}
      <div ref={scroller} className={styles.scroller}>
        {isDrawn ? (
          <BoardCards
            ids={ids}
            slot={slot}
            label={label}
            scroller={scroller}
            heights={heights ?? estimateHeights(ids.length)}
            isPainted={isPainted}
            onLeave={setHeights}
            acts={acts}
            focus={focus}
          />
        ) : (
          <div
            role="list"
            aria-label={label}
            style={{ blockSize: (heights ?? estimateHeights(ids.length)).total }}
          />
        )}
        {lane === undefined && group.status !== undefined && older.isOffered(group.status, slot) && (
          <ShowOlder statusName={name} isBusy={older.isBusy(slot)} onShow={onShowOlder} />
        )}
        {canPut && wasDrawn && (
          <QuickAdd
            statusName={name}
            draftKey={`${slot}/new`}
            readDefaults={() => acts.fieldsOf(slot)}
            onAdd={(tasks) => {
              acts.add(slot, tasks);
              // The new card is at the end, next to the field. Don't scroll if a card has received focus in the
              // meantime.
              requestAnimationFrame(() => {
                if (document.activeElement?.closest('[data-task-of]')) return;
                scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
              });
            }}
          />
        )}
      </div>
    </section>
  );
}

function useColumnDrop(
  column: React.RefObject<HTMLElement | null>,
  scroller: React.RefObject<HTMLElement | null>,
  slot: string,
  isEnabled: boolean,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const [element, scrolled] = [column.current, scroller.current];
    if (element === null || scrolled === null || !isEnabled) return undefined;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => readDraggedTask(source.data) !== null,
        getData: () => ({ kind: 'column', slot }) satisfies DropData,
        getIsSticky: ({ input }) => isDroppedInGap(element, input),
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: () => setIsOver(false),
      }),
      scrollWhileDragging(scrolled),
    );
  }, [column, scroller, slot, isEnabled]);
  return isOver;
}
