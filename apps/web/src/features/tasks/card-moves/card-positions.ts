/** The tasks of a column, in order. */
export interface BoardColumnIds {
  /** Group name of the column or, on a board with swimlanes, of its cell in one lane. */
  slot: string;
  ids: readonly string[];
}

export interface CardPosition {
  slot: string;
  index: number;
}

/** Returns the position of a card. Pass `slot` if several columns may contain the card. */
export function findCardPosition(
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

/** Returns the card that an arrow key moves to, skipping empty columns. Returns null at the edge. */
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

/** Returns the card in the next lane that has one in the same column, for an arrow key at the end of a column. */
export function findInNextLane(
  lanes: readonly (readonly BoardColumnIds[])[],
  slot: string,
  direction: Direction,
): (CardPosition & { taskId: string }) | null {
  if (direction === 'left' || direction === 'right') return null;
  const step = direction === 'down' ? 1 : -1;
  const at = lanes.findIndex((lane) => lane.some((column) => column.slot === slot));
  const column = lanes[at]?.findIndex((one) => one.slot === slot) ?? 0;
  for (let other = at + step; other in lanes; other += step) {
    const next = lanes[other]?.[column];
    const index = step === 1 ? 0 : (next?.ids.length ?? 0) - 1;
    const taskId = next?.ids[index];
    if (next !== undefined && taskId !== undefined) return { slot: next.slot, index, taskId };
  }
  return null;
}

/**
 * Returns the position to which Alt with an arrow key moves a card: one up or down, or the top of the adjacent
 * column. Null at the edge.
 * @param moved all cards that move with the card
 */
export function findStep(
  columns: readonly BoardColumnIds[],
  from: CardPosition,
  direction: Direction,
  moved: readonly string[] = [],
): CardPosition | null {
  const at = columns.findIndex((column) => column.slot === from.slot);
  if (direction === 'left' || direction === 'right') {
    const next = columns[at + (direction === 'right' ? 1 : -1)];
    return next === undefined ? null : { slot: next.slot, index: 0 };
  }
  const ids = columns[at]?.ids ?? [];
  const isMoved = (id: string, index: number) => index === from.index || moved.includes(id);
  const index = direction === 'down' ? ids.findLastIndex(isMoved) + 1 : ids.findIndex(isMoved) - 1;
  return index < 0 || index >= ids.length ? null : { slot: from.slot, index };
}

/**
 * Returns the position of a card dropped above or below another card. Returns null if it would not move. The index excludes the dragged
 * card, so the cards below its old position shift up by one.
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
