import type { ChangeCommand, DocumentRef, TaskChange, TaskTarget } from '#assistant/command-values.ts';
import { incomplete, pickOne, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** The pieces that are task keys, including quoted ones. */
export function keysOf(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ key }) => key !== null);
}

export function toKeys(pieces: readonly Piece[]): TaskTarget {
  return { kind: 'keys', keys: [...new Set(pieces.flatMap(({ key }) => key ?? []))] };
}

export function onTasks(target: TaskTarget, change: TaskChange): ChangeCommand {
  return { family: 'change', on: 'tasks', target, change };
}

export function theseOf({ context }: Line): TaskTarget {
  if (context.lastTasks.length === 0) throw incomplete('change', 'target', 'mark WEB-12 as done');
  return { kind: 'these', ids: context.lastTasks };
}

export function documentOf(line: Line, piece: Piece): DocumentRef {
  const id = pickOne(line, piece, 'document');
  return { id, title: line.context.documents.find((one) => one.id === id)?.title ?? piece.word };
}
