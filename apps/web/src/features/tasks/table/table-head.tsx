import type { SortKey } from '@hearth/contracts/views/view-values';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useSelected } from '#platform/client-state/state.ts';
import { lookOf, useColumnTitles } from './table-columns.ts';
import { HEAD, type CursorState } from './table-cursor.ts';
import { useColumnActs, type ColumnActsOptions } from './use-column-acts.ts';
import styles from './table.module.css';

interface TableHeadProps extends ColumnActsOptions {
  sort: readonly SortKey[];
  cursor: CursorState;
}

/** The column headers. A press sorts, a drag reorders, and a drag of the edge resizes. All three actions are also possible by keyboard. */
export function TableHead({ columns, sort, cursor, table, onSort, onColumns, onFocus }: TableHeadProps) {
  const titleOf = useColumnTitles();
  const at = useSelected(cursor, ({ line, column }) => (line === HEAD ? column : -1));
  const acts = useColumnActs({ columns, table, onSort, onColumns, onFocus });
  return (
    <div role="row" aria-rowindex={1} className={styles.head} data-line={HEAD}>
      {columns.map(({ field }, index) => {
        const { sort: sortField } = lookOf(field);
        const order = sort[0]?.field === sortField && sortField !== undefined ? sort[0] : undefined;
        return (
          <div
            key={field}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={
              sortField === undefined
                ? undefined
                : order === undefined
                  ? 'none'
                  : order.isDescending
                    ? 'descending'
                    : 'ascending'
            }
            tabIndex={index === at ? 0 : -1}
            className={clsx(styles.headCell, field === 'title' && styles.titleCell)}
            data-cell={index}
            data-sorts={sortField !== undefined || undefined}
            data-target={(acts.target === index && acts.target !== at) || undefined}
            onKeyDown={(event) => acts.press(event, index)}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              onFocus(index);
              // Touch input scrolls the table.
              if (event.pointerType !== 'touch') acts.followColumn(event, index);
            }}
            onClick={(event) => {
              const column = columns[index];
              const { pointerType } = event.nativeEvent as PointerEvent;
              if (pointerType !== 'mouse' && pointerType !== 'pen' && column !== undefined) onSort(column);
            }}
          >
            <span className={styles.text}>{titleOf(field)}</span>
            {order !== undefined &&
              (order.isDescending ? (
                <IconArrowDown size={13} stroke={2} aria-hidden="true" />
              ) : (
                <IconArrowUp size={13} stroke={2} aria-hidden="true" />
              ))}
            <span
              className={styles.edge}
              aria-hidden="true"
              onPointerDown={(event) => {
                event.stopPropagation();
                event.preventDefault();
                if (event.button === 0) acts.followEdge(event, index);
              }}
              onDoubleClick={() =>
                onColumns(
                  columns.map((one, position) => (position === index ? { ...one, width: null } : one)),
                )
              }
            />
          </div>
        );
      })}
    </div>
  );
}
