/** Where a card can go, worked out from the columns' lists; pure, so that every case can be tested. */
export interface BoardColumnIds {
  statusId: string;
  ids: readonly string[];
}

export interface Place {
  statusId: string;
  index: number;
}

export function findPlace(columns: readonly BoardColumnIds[], taskId: string): Place | null {
  for (const { statusId, ids } of columns) {
    const index = ids.indexOf(taskId);
    if (index >= 0) return { statusId, index };
  }
  return null;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The card that an arrow key leads to: columns without cards are passed over; null at the edge. */
export function findNeighbour(
  columns: readonly BoardColumnIds[],
  taskId: string,
  direction: Direction,
): (Place & { taskId: string }) | null {
  const place = findPlace(columns, taskId);
  if (place === null) return null;
  const at = columns.findIndex((column) => column.statusId === place.statusId);
  if (direction === 'up' || direction === 'down') {
    const index = place.index + (direction === 'down' ? 1 : -1);
    const next = columns[at]?.ids[index];
    return next === undefined ? null : { statusId: place.statusId, index, taskId: next };
  }
  const step = direction === 'right' ? 1 : -1;
  for (let other = at + step; other >= 0 && other < columns.length; other += step) {
    const column = columns[other];
    if (column === undefined || column.ids.length === 0) continue;
    const index = Math.min(place.index, column.ids.length - 1);
    const next = column.ids[index];
    return next === undefined ? null : { statusId: column.statusId, index, taskId: next };
  }
  return null;
}

/** Where Alt with an arrow puts a card: one up or down, or to the top of the next column. Null at the edge. */
export function findStep(
  columns: readonly BoardColumnIds[],
  taskId: string,
  direction: Direction,
): Place | null {
  const place = findPlace(columns, taskId);
  if (place === null) return null;
  const at = columns.findIndex((column) => column.statusId === place.statusId);
  if (direction === 'left' || direction === 'right') {
    const next = columns[at + (direction === 'right' ? 1 : -1)];
    return next === undefined ? null : { statusId: next.statusId, index: 0 };
  }
  const index = place.index + (direction === 'down' ? 1 : -1);
  const length = columns[at]?.ids.length ?? 0;
  return index < 0 || index >= length ? null : { statusId: place.statusId, index };
}

/**
 * The place of a card dropped above or below another. It counts among the other cards of the column, so one that comes
 * from further up in the same column makes the rest move up by one. Null when it would stay where it is.
 */
export function findDrop(
  columns: readonly BoardColumnIds[],
  taskId: string,
  targetId: string,
  edge: 'top' | 'bottom',
): Place | null {
  if (taskId === targetId) return null;
  const target = findPlace(columns, targetId);
  if (target === null) return null;
  const source = findPlace(columns, taskId);
  const isFromAbove = source?.statusId === target.statusId && source.index < target.index;
  const index = target.index + (edge === 'bottom' ? 1 : 0) - (isFromAbove ? 1 : 0);
  const isSame = source?.statusId === target.statusId && source.index === index;
  return isSame ? null : { statusId: target.statusId, index };
}
