import type { ChangeCommand, TaskTarget } from '#assistant/command-values.ts';
import { isChangeVerb } from './change.ts';
import { keysOf, onTasks, toKeys } from './change-targets.ts';
import { readTaskChange } from './change-values.ts';
import { has, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** Input with more pieces is treated as prose. */
const MAX_PIECES = 60;

/**
 * Parses several changes to the same tasks: `make WEB-12 high priority and due tomorrow`. The tasks are named once, and later parts may repeat
 * the verb and refer to them as 'it'. Returns null if any part is not a change, or if two parts change the same field.
 */
export function readSeveralChanges(line: Line): ChangeCommand[] | null {
  if (line.pieces.length > MAX_PIECES) return null;
  const parts = splitParts(line.pieces.filter(({ kind }) => kind !== 'break'));
  const [first = []] = parts;
  if (parts.length < 2 || !(isChangeVerb(first[0]) || first[0]?.key != null)) return null;
  const target = targetOf(parts);
  if (target === null) return null;
  const [verb] = first;
  const commands: ChangeCommand[] = [];
  for (const [at, part] of parts.entries()) {
    const own = part.filter(({ key, quoted }) => key === null && quoted === null);
    const words = at === 0 ? own : own.filter((piece) => !has(piece, 'these'));
    const pieces =
      at === 0 || isChangeVerb(words[0]) || verb?.key != null ? words : [verb as Piece, ...words];
    const change = words.length === 0 ? null : readTaskChange(line, pieces);
    if (change === null || change.act === 'delete') return null;
    commands.push(onTasks(target, change));
  }
  const acts = new Set(commands.map((command) => (command.on === 'tasks' ? command.change.act : '')));
  return acts.size === commands.length ? commands : null;
}

function splitParts(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    const isJoint = has(piece, 'and') || /^[;,]$/.test(piece.word);
    // 'And assign it to' is a single piece.
    const beginsPart = /^and /i.test(piece.word);
    if ((isJoint || beginsPart) && piece.quoted === null) parts.push(beginsPart ? [piece] : []);
    else parts.at(-1)?.push(piece);
  }
  return parts.filter((part) => part.length > 0);
}

/** The tasks that one of the parts names, by keys or a quoted title. Null if several do, or none. */
function targetOf(parts: readonly (readonly Piece[])[]): TaskTarget | null {
  const [naming, ...others] = parts.filter((part) =>
    part.some(({ key, quoted }) => key !== null || quoted !== null),
  );
  if (naming === undefined || others.length > 0) return null;
  const keys = keysOf(naming);
  if (keys.length > 0) return toKeys(keys);
  const titles = naming.flatMap(({ quoted }) => quoted ?? []);
  return titles.length === 1 ? { kind: 'title', title: titles[0]?.trim() ?? '' } : null;
}
