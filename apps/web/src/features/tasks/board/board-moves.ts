/** Where a card can go, computed from the columns' lists; pure, so that every case can be tested. */
export interface BoardColumnIds {
  /** Name of the column or, on a board with swimlanes, of the column's cell in one lane. */
  slot: string;
  ids: readonly string[];
}

export interface CardPosition {
  slot: string;
  index: number;
}

/** Position of a card; a card that is in several columns is looked up in `slot`. */
export function findPlace(
  columns: readonly BoardColumnIds[],
  taskId: string,
  slot?: string,
): CardPosition | null {
  for (const column of columns) {
    if (slot !== undefined && column.slot !== slot) continue;
    const index = column.ids.indexOf(taskId);
    if (index >= 0) return { slot: column.slot, index };
  }
  return null;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The card that an arrow key moves to: columns without cards are skipped; null at the edge. */
export function findNeighbour(
  columns: readonly BoardColumnIds[],
  from: CardPosition,
  direction: Direction,
): (CardPosition & { taskId: string }) | null {
  const at = columns.findIndex((column) => column.slot === from.slot);
  if (direction === 'up' || direction === 'down') {
    const index = from.index + (direction === 'down' ? 1 : -1);
    const next = columns[at]?.ids[index];
    return next === undefined ? null : { slot: from.slot, index, taskId: next };
  }
  const step = direction === 'right' ? 1 : -1;
  for (let other = at + step; other >= 0 && other < columns.length; other += step) {
    const column = columns[other];
    if (column === undefined || column.ids.length === 0) continue;
    const index = Math.min(from.index, column.ids.length - 1);
    const next = column.ids[index];
    return next === undefined ? null : { slot: column.slot, index, taskId: next };
  }
  return null;
}

/** Where Alt with an arrow moves a card: one up or down, or to the top of the next column. Null at the edge. */
export function findStep(
  columns: readonly BoardColumnIds[],
  from: CardPosition,
  direction: Direction,
): CardPosition | null {
  const at = columns.findIndex((column) => column.slot === from.slot);
  if (direction === 'left' || direction === 'right') {
    const next = columns[at + (direction === 'right' ? 1 : -1)];
    return next === undefined ? null : { slot: next.slot, index: 0 };
  }
  const index = from.index + (direction === 'down' ? 1 : -1);
  const length = columns[at]?.ids.length ?? 0;
  return index < 0 || index >= length ? null : { slot: from.slot, index };
}

/**
 * The drop position above or below another card. The index excludes the dragged card: when it moves down within its
 * column, the others shift up by one. Null for a no-op.
 */
export function findDrop(
  source: CardPosition | null,
  target: CardPosition,
  edge: 'top' | 'bottom',
): CardPosition | null {
  const isFromAbove = source?.slot === target.slot && source.index < target.index;
  const index = target.index + (edge === 'bottom' ? 1 : 0) - (isFromAbove ? 1 : 0);
  const isSame = source?.slot === target.slot && source.index === index;
  return isSame ? null : { slot: target.slot, index };
}
