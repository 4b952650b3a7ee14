import type { CreateCommand } from '#assistant/command-values.ts';
import { readList, splitRows } from './create.ts';
import type { Line } from './line.ts';

/** At least this many lines without bullets are a list. */
const LEAST_LINES = 3;
/** Longer lines are paragraphs. */
const LONGEST_LINE = 160;

/** A pasted list without a command: creates tasks. */
export function readPasted(line: Line): CreateCommand | null {
  const rows = splitRows(line, line.pieces);
  const isMarked = rows.length > 1 && rows.every(({ isBullet }) => isBullet);
  const areShort = rows.every(({ pieces }) => {
    const length = (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0);
    return (
      length <= LONGEST_LINE && pieces.at(-1)?.word !== '?' && pieces.every(({ quoted }) => quoted === null)
    );
  });
  if (!areShort || (!isMarked && rows.length < LEAST_LINES)) return null;
  const tasks = readList(line, rows, {});
  return tasks.length < 2 ? null : { family: 'create', act: 'tasks', tasks };
}
