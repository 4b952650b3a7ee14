import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import { readDraggedTask, type DropData } from '#features/tasks/card-moves/card-drag.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import styles from './list.module.css';

interface ListedHeadingProps extends React.HTMLAttributes<HTMLDivElement> {
  line: Exclude<Line, { kind: 'task' }>;
  /** Whether dragged rows can be dropped on the heading. */
  isTarget: boolean;
  slotOf: (group: string, subGroup: string) => string;
  cells: number;
}

/** The line of a heading. Rows dropped on it move to the first place below it. */
export function ListedHeading({ line, isTarget, slotOf, cells, children, ...rest }: ListedHeadingProps) {
  const row = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isHeading = isTarget && line.kind !== 'older' && line.group.enter !== null;
  const group = line.group.key;
  const subGroup = line.kind === 'subGroup' ? line.subGroup.key : null;
  useEffect(() => {
    const element = row.current;
    if (element === null || !isHeading) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => readDraggedTask(source.data) !== null,
      getData: () => {
        const data: DropData = { kind: 'heading', slot: slotOf(group, subGroup ?? '') };
        return subGroup === null ? { ...data, group } : data;
      },
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    });
  }, [isHeading, group, subGroup, slotOf]);
  return (
    <div ref={row} role="row" data-edge={isOver ? 'bottom' : undefined} {...rest}>
      <div role="gridcell" aria-colspan={cells} className={styles.wholeRow}>
        {children}
      </div>
    </div>
  );
}
