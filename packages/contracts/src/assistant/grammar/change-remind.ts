import type { ChangeCommand } from '#assistant/command-values.ts';
import { dayOf, timeOf } from '#core/moment-values.ts';
import { keysOf, onTasks, toKeys } from './change-targets.ts';
import { has, incomplete, isMe, pickDay, type Line } from './line.ts';

/** Time of reminders on a day without a time. */
const USUAL_TIME = '09:00';

/** Parses `remind me tomorrow about WEB-12`. With any other words it is a reminder about something new, which becomes a task. */
export function readRemind(line: Line): ChangeCommand | null {
  const pieces = line.pieces.filter(({ kind }) => kind === 'word');
  const keys = keysOf(pieces);
  if (!has(pieces[0], 'remind') || keys.length === 0) return null;
  const when = pieces.find((piece) => piece.when !== null);
  const isKnown = pieces.every(
    (piece) =>
      piece.key !== null ||
      piece === when ||
      isMe(piece) ||
      has(piece, 'remind', 'filler', 'please', 'about', 'to', 'in', 'for', 'task'),
  );
  if (!isKnown) return null;
  const day = when === undefined ? null : pickDay(line, when);
  if (day === null) throw incomplete('change', 'day', `remind me tomorrow about ${keys[0]?.key ?? ''}`);
  const { timeZone } = line.context;
  return onTasks(toKeys(keys), {
    act: 'remind',
    remind: { on: 'day', day: dayOf(day, timeZone), days: 0, time: timeOf(day, timeZone) ?? USUAL_TIME },
  });
}
