import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Plural, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useGroup, type View } from '#platform/sync/index.ts';
import { useFormats } from '#ui/formats.ts';
import type { BoardActs } from './board-acts.ts';
import { scrollWhileDragging } from './drag-scroll.ts';
import type { BoardFocus } from './board-focus.ts';
import { readDraggedTask, type DropData } from './card-drag.ts';
import { QuickAdd } from './quick-add.tsx';
import { ShowOlder } from './show-older.tsx';
import { TaskCard } from './task-card.tsx';
import type { TaskGroup } from './task-group.ts';
import type { OlderTasks } from './use-older-tasks.ts';
import styles from './board.module.css';

/** A card of two lines with its facts under them, and the gap; the real height is measured once it is shown. */
const CARD_ESTIMATE_PX = 78;

interface BoardColumnProps {
  group: TaskGroup;
  view: View<'task'>;
  /** The name of this column's group in the view. */
  slot: string;
  /** The row that it is a part of, on a board with rows; the column's name stands above all of them then. */
  lane?: TaskGroup;
  acts: BoardActs;
  focus: BoardFocus;
  older: OlderTasks;
  onShowOlder: () => void;
}

/** One column of the board: only the cards near the window exist. */
export function BoardColumn({ group, view, slot, lane, acts, focus, older, onShowOlder }: BoardColumnProps) {
  // The list's size changes what a virtualizer returns without changing the virtualizer: no memo may keep it.
  'use no memo';
  const { t } = useLingui();
  const formats = useFormats();
  const ids = useGroup(view, slot);
  const name = lane === undefined ? group.name : `${group.name}, ${lane.name}`;
  const canPut = acts.canEdit && group.enter !== null && lane?.enter !== null;
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useColumnDrop(scroller, slot, canPut);
  // oxlint-disable-next-line react/incompatible-library -- no memo keeps what it returns: 'use no memo'
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_ESTIMATE_PX,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 4,
  });
  useEffect(
    () => focus.register(slot, (index) => virtualizer.scrollToIndex(index)),
    [focus, slot, virtualizer],
  );
  const tabStop = focus.useTabStop(ids);
  return (
    <section className={styles.column} aria-label={name} data-slot={slot} data-over={isOver || undefined}>
      {lane === undefined && (
        <header className={styles.columnHeader}>
          {group.icon}
          <h2 className={styles.columnName}>{group.name}</h2>
          <span className={styles.count}>
            <span aria-hidden="true">{formats.number(ids.length)}</span>
            <span className="hidden-text">
              <Plural value={ids.length} one="# task" other="# tasks" />
            </span>
          </span>
        </header>
      )}
      <div ref={scroller} className={styles.scroller}>
        <div
          role="list"
          aria-label={t`${name} tasks`}
          style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const id = ids[item.index];
            if (id === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                role="listitem"
                aria-setsize={ids.length}
                aria-posinset={item.index + 1}
                data-index={item.index}
                className={styles.place}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TaskCard taskId={id} slot={slot} isTabStop={id === tabStop} acts={acts} />
              </div>
            );
          })}
        </div>
        {lane === undefined && group.status !== undefined && older.isOffered(group.status, slot) && (
          <ShowOlder statusName={name} isBusy={older.isBusy(slot)} onShow={onShowOlder} />
        )}
        {canPut && (
          <QuickAdd
            statusName={name}
            draftKey={`${slot}/new`}
            onAdd={(tasks) => {
              acts.add(slot, tasks);
              // The new card stands at the foot, where the field is.
              requestAnimationFrame(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }));
            }}
          />
        )}
      </div>
    </section>
  );
}

function useColumnDrop(ref: React.RefObject<HTMLElement | null>, slot: string, isEnabled: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isEnabled) return undefined;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => readDraggedTask(source.data) !== null,
        getData: () => ({ kind: 'column', slot }) satisfies DropData,
        getIsSticky: () => true,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: () => setIsOver(false),
      }),
      scrollWhileDragging(element),
    );
  }, [ref, slot, isEnabled]);
  return isOver;
}
