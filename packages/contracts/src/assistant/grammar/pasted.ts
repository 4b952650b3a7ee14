import type { CreateCommand } from '#assistant/command-values.ts';
import { readList, splitRows } from './create.ts';
import type { Line } from './line.ts';

/** Minimum number of lines without bullets that are treated as a list. */
const MIN_LINES = 3;
/** Longer lines are treated as paragraphs. */
const LONGEST_LINE = 160;

/** Parses a pasted list without a command as tasks to create. */
export function readPasted(line: Line): CreateCommand | null {
  const rows = splitRows(line, line.pieces);
  const isMarked = rows.length > 1 && rows.every(({ isBullet }) => isBullet);
  const areShort = rows.every(({ pieces }) => {
    const length = (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0);
    return (
      length <= LONGEST_LINE && pieces.at(-1)?.word !== '?' && pieces.every(({ quoted }) => quoted === null)
    );
  });
  if (!areShort || (!isMarked && rows.length < MIN_LINES)) return null;
  const tasks = readList(line, rows, {});
  return tasks.length < 2 ? null : { family: 'create', act: 'tasks', tasks };
}
