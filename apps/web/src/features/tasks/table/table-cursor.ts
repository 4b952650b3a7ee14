import { createState, type State } from '#platform/client-state/state.ts';

/** Line index of the column headers, above the first task. */
export const HEAD = -1;

/** The cell cursor and the selected range. */
interface Cursor {
  line: number;
  column: number;
  /** The corner of the range opposite the cursor. Without a range, the cursor's own cell. */
  fromLine: number;
  fromColumn: number;
  isEditing: boolean;
  /** The line up to which a drag of the fill handle would fill. Null while the handle is not dragged. */
  fillTo: number | null;
}

export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export type CursorState = State<Cursor>;

const START: Cursor = {
  line: HEAD,
  column: 0,
  fromLine: HEAD,
  fromColumn: 0,
  isEditing: false,
  fillTo: null,
};

export function createCursor(): CursorState {
  return createState(START);
}

/** Returns a cursor without a range. */
export function cursorAt(line: number, column: number): Cursor {
  return { line, column, fromLine: line, fromColumn: column, isEditing: false, fillTo: null };
}

export function rangeOf({ line, column, fromLine, fromColumn }: Cursor): Range {
  return {
    top: Math.min(line, fromLine),
    bottom: Math.max(line, fromLine),
    left: Math.min(column, fromColumn),
    right: Math.max(column, fromColumn),
  };
}

export function hasRange({ line, column, fromLine, fromColumn }: Cursor): boolean {
  return line !== fromLine || column !== fromColumn;
}

/** Serializes the part of the cursor that affects a line. As a prop, the string stays equal until that part changes. */
export function describeLine(cursor: Cursor, line: number): string {
  const { top, bottom, left, right } = rangeOf(cursor);
  const at = cursor.line === line ? cursor.column : -1;
  const isIn = hasRange(cursor) && line >= top && line <= bottom;
  const isFilled = cursor.fillTo !== null && line > bottom && line <= cursor.fillTo;
  const corner = line === bottom && cursor.fillTo === null && !cursor.isEditing ? right : -1;
  const marks = isIn || isFilled ? `${left}-${right}` : '';
  return [at, cursor.isEditing && at !== -1 ? 'edit' : '', marks, isFilled ? 'fill' : '', corner].join('|');
}

/** The parsed result of `describeLine`. */
interface LineCursor {
  column: number;
  isEditing: boolean;
  left: number;
  right: number;
  isFilled: boolean;
  corner: number;
}

export function readLine(text: string): LineCursor {
  const [at = '-1', edit, marks = '', fill, corner = '-1'] = text.split('|');
  const [left, right] = marks === '' ? [0, -1] : marks.split('-').map(Number);
  return {
    column: Number(at),
    isEditing: edit === 'edit',
    left: left ?? 0,
    right: right ?? -1,
    isFilled: fill === 'fill',
    corner: Number(corner),
  };
}
