import styles from './board.module.css';

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;
type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** A little more than the gap between columns, in pixels. */
const GAP_PX = 16;

function isWithin({ clientX, clientY }: Point, { left, right, top, bottom }: Area, margin = 0): boolean {
  return (
    clientX >= left - margin &&
    clientX <= right + margin &&
    clientY >= top - margin &&
    clientY <= bottom + margin
  );
}

/** Whether a point is in the gap next to a column: on the board, close to the column, and not over any column. */
export function isInGap(point: Point, own: Area, board: Area, columns: readonly Area[]): boolean {
  return (
    isWithin(point, board) &&
    isWithin(point, own, GAP_PX) &&
    !columns.some((column) => isWithin(point, column))
  );
}

/** Whether a card that was dragged out of a column is still dropped into that column. */
export function isDroppedInGap(column: Element, point: Point): boolean {
  const board = column.closest(`.${styles.board}`);
  if (board === null) return false;
  const columns = [...board.querySelectorAll('[data-slot]')].map((one) => one.getBoundingClientRect());
  return isInGap(point, column.getBoundingClientRect(), board.getBoundingClientRect(), columns);
}
