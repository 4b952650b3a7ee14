import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useRow, type Lists, type TaskQuery } from '#platform/sync/index.ts';
import type { Folds } from '#features/tasks/grouping/folds.ts';
import {
  headingHeightOf,
  selectableLines,
  taskIdOf,
  type Line,
} from '#features/tasks/grouping/list-lines.ts';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useLineRows } from '#features/tasks/grouping/use-line-rows.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { extendSelection, useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { handleListKeys } from './list-keyboard.ts';
import { ListHeading } from './list-heading.tsx';
import { ListedHeading } from './listed-heading.tsx';
import { ListedRow } from './listed-row.tsx';
import { TaskRow } from './task-row.tsx';
import { useListMoves } from './use-list-moves.ts';
import { useListReorder, type Reorder } from './use-list-reorder.ts';
import styles from './list.module.css';

interface TaskListProps {
  view: Lists;
  groups: readonly TaskGroup[];
  subGroups?: readonly TaskGroup[] | undefined;
  /** Returns the group name in the view for a heading. */
  slotOf: (group: string, subGroup: string) => string;
  /** Whether headings without tasks are shown. */
  isEmptyShown?: boolean;
  /** State of collapsed headings. Undefined if headings cannot be collapsed. */
  folds?: Folds;
  /** Whether rows show their project, for lists across several projects. */
  hasProjects?: boolean;
  /** Query for finished tasks outside the working set. The list adds the status filter. */
  query: TaskQuery;
  /** Creation time of the team or project. */
  since: string | undefined;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Shown instead of the list if it has no lines. */
  empty: React.ReactNode;
  /** Renders content in the reserved space at the end of a row. */
  renderAside?: (taskId: string) => React.ReactNode;
  /** Moves tasks within their heading only, in an order of the person's own. */
  onReorder?: Reorder;
  /** Whether tasks are in manual order and can be moved to another place or heading. */
  isMovable?: boolean;
}

/** Number of cells in a row: checkbox, marks, title, and details. */
const CELLS = 4;

/** Tasks as virtualized rows under headings, by default one per status. */
export function TaskList({
  view,
  groups,
  subGroups = UNDIVIDED,
  slotOf,
  isEmptyShown = false,
  folds,
  hasProjects = false,
  query,
  since,
  onOpen,
  hrefOf,
  empty,
  renderAside,
  onReorder,
  isMovable = false,
}: TaskListProps) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const { lines, isReading, showOlder } = useListLines({
    view,
    groups,
    subGroups,
    slotOf,
    isEmptyShown,
    folded: folds?.folded,
    query,
    since,
  });
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useLineRows({ lines, scroller, heightOf: headingHeightOf });
  const selecting = useSelecting(selectableLines(lines, rows.goTo), scroller);
  const { sectionOf, placeAt, step: reorder } = useListReorder(lines, onReorder);
  const moveByOne = useListMoves({ scroller, view, groups, subGroups, slotOf });
  const stepTask = isMovable
    ? (step: 1 | -1) => moveByOne(lines[rows.readLine()], step)
    : onReorder && ((step: 1 | -1) => reorder(rows.readLine(), step));

  function moveFocus(step: 1 | -1, isExtending: boolean): void {
    const from = rows.readLine();
    let to = from + step;
    while (to in lines && lines[to]?.kind !== 'task') to += step;
    const [old, next] = [taskIdOf(lines[from]), taskIdOf(lines[to])];
    if (next === undefined) return;
    if (isExtending && old !== undefined) extendSelection(old, next);
    rows.goTo(to);
  }

  if (lines.length === 0) return empty;
  return (
    <>
      <div
        ref={scroller}
        className={styles.scroller}
        {...selecting.props}
        onFocus={rows.onFocus}
        onKeyDown={(event) =>
          handleListKeys(event, {
            onStep: moveFocus,
            onReorder: stepTask,
          })
        }
      >
        <div
          role="grid"
          aria-label={t`Tasks`}
          aria-rowcount={lines.length}
          aria-multiselectable
          style={{ blockSize: rows.size, position: 'relative' }}
        >
          {rows.items.map(({ index, key, size, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const where = {
              className: styles.place,
              'aria-rowindex': index + 1,
              'data-line': index,
              style: { blockSize: size, transform: `translateY(${start}px)` },
            };
            return line.kind === 'task' ? (
              <TaskLine
                key={key}
                {...{ line, statuses, isMovable, renderAside, onOpen, where }}
                onDropped={
                  onReorder && ((draggedId, edge) => placeAt(draggedId, index, edge === 'bottom' ? 1 : 0))
                }
                section={sectionOf(index)}
                href={hrefOf(line.id)}
                isTabStop={index === rows.stop}
                hasProject={hasProjects}
              />
            ) : (
              <ListedHeading
                key={key}
                line={line}
                isTarget={isMovable}
                slotOf={slotOf}
                cells={CELLS}
                {...where}
              >
                <ListHeading
                  line={line}
                  folds={folds}
                  isBusy={isReading(line.group)}
                  onOlder={() => showOlder(line.group)}
                />
              </ListedHeading>
            );
          })}
        </div>
      </div>
      {selecting.acts}
    </>
  );
}

interface TaskLineProps extends Pick<TaskListProps, 'renderAside' | 'onOpen'> {
  line: Extract<Line, { kind: 'task' }>;
  statuses: readonly StatusLook[];
  section: string;
  isMovable: boolean;
  onDropped: ((draggedId: string, edge: 'top' | 'bottom') => void) | undefined;
  href: string;
  isTabStop: boolean;
  hasProject: boolean;
  /** Attributes that place the row. */
  where: React.HTMLAttributes<HTMLDivElement>;
}

function TaskLine({
  line,
  statuses,
  section,
  isMovable,
  onDropped,
  renderAside,
  where,
  ...rest
}: TaskLineProps) {
  const statusId = useRow('task', line.id)?.statusId;
  const status = statuses.find(({ id }) => id === statusId);
  return (
    <ListedRow
      taskId={line.id}
      onDropped={onDropped}
      section={section}
      slot={line.slot}
      isMovable={isMovable}
      data-aside={renderAside !== undefined || undefined}
      {...where}
    >
      <TaskRow taskId={line.id} status={status} isInGrid {...rest} />
      {renderAside?.(line.id)}
    </ListedRow>
  );
}
