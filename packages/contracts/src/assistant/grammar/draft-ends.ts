import type { Priority } from '#model/task-values.ts';
import type { MutableFields } from './drafts.ts';
import { has, isMe, pickOne, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/* Parses task properties given in words at the end of a sentence. */

const LEVELS = ['urgent', 'high', 'medium', 'low'] as const;

/** Strips task properties from the end of the text until none is left at the end. @returns the remaining pieces */
export function takeFromEnd(line: Line, pieces: readonly Piece[], fields: MutableFields): readonly Piece[] {
  let rest = pieces;
  let passedPieces: Piece[] = [];
  for (;;) {
    const cut = findAttribute(line, rest, fields, passedPieces.length > 0 || rest.length < pieces.length);
    if (cut > 0 && cut < rest.length) {
      rest = rest.slice(0, rest.length - cut);
      continue;
    }
    // The quick parser handles days and signs, which may follow properties in words.
    const passed = countTransparent(rest);
    if (passed === 0 || passed >= rest.length) return [...rest, ...passedPieces];
    passedPieces = [...rest.slice(rest.length - passed), ...passedPieces];
    rest = rest.slice(0, rest.length - passed);
    if (passedPieces.length > 60) return [...rest, ...passedPieces];
  }
}

function countTransparent(pieces: readonly Piece[]): number {
  const last = pieces.at(-1);
  if (last === undefined) return 0;
  if (last.kind === 'mark') return 1;
  if (last.when !== null)
    return has(pieces.at(-2), 'by', 'until', 'dueDate', 'in', 'since', 'for', 'to') ? 2 : 1;
  if (has(last, 'until') && pieces.at(-2)?.when != null) return 2;
  if (has(last, 'dueDate') && /^due$/i.test(last.word)) return 1;
  if (/^[@#+!~]\S/.test(last.word)) return 1;
  return 0;
}

/** Number of pieces at the end that set a property of the task or can be dropped, such as 'please'. 0 if there is none. */
function findAttribute(
  line: Line,
  pieces: readonly Piece[],
  fields: MutableFields,
  isAfter: boolean,
): number {
  const at = pieces.length - 1;
  const [last, before, third] = [pieces[at], pieces[at - 1], pieces[at - 2]];
  if (last === undefined) return 0;
  if (last.kind === 'mark' && before !== undefined && /[,;?]/.test(last.word))
    return isAfter || last.word === '?' ? 1 : 0;
  if (has(last, 'please') && before !== undefined && /^(?:please|pls|plz|thanks|thank you)$/i.test(last.word))
    return 1;
  return (
    findPeople(line, pieces, fields) ||
    findProject(line, pieces, fields) ||
    findPriority([last, before, third], fields, isAfter) ||
    findEstimate([last, before, third], fields) ||
    findLabel(line, [last, before], fields)
  );
}

function findPeople(line: Line, pieces: readonly Piece[], fields: MutableFields): number {
  const end = pieces.length;
  const last = pieces[end - 1] as Piece;
  // Hindi for 'for X': 'X ke liye'.
  if (has(last, 'for') && !last.isEnglish && isPerson(pieces[end - 2]) && /liye|लिए/u.test(last.word)) {
    fields.assigneeIds = [idOf(line, pieces[end - 2] as Piece), ...(fields.assigneeIds ?? [])];
    return 2;
  }
  if (has(last, 'for') && isMe(last)) {
    fields.assigneeIds = [line.context.me, ...(fields.assigneeIds ?? [])];
    return 1;
  }
  let from = end;
  while (isPerson(pieces[from - 1]) && pieces[from - 1]?.word.startsWith('@') !== true) {
    from -= 1;
    const joint = pieces[from - 1];
    if (joint !== undefined && (has(joint, 'and') || joint.word === ',') && isPerson(pieces[from - 2]))
      from -= 1;
    else break;
  }
  if (from === end || !has(pieces[from - 1], 'for', 'assign')) return 0;
  if (/^with$/i.test(pieces[from - 1]?.word ?? '')) return 0;
  const ids = pieces
    .slice(from)
    .filter(isPerson)
    .map((piece) => idOf(line, piece));
  fields.assigneeIds = [...ids, ...(fields.assigneeIds ?? [])];
  // The property may be preceded by 'and assign it to' or 'assign to'.
  const isLong = has(pieces[from - 2], 'and') && has(pieces[from - 1], 'assign');
  return end - from + (isLong ? 2 : 1);
}

function isPerson(piece: Piece | undefined): piece is Piece {
  return (
    piece !== undefined && (piece.names.person !== undefined || /^(?:me|myself|मुझे|mujhe)$/iu.test(piece.word))
  );
}

function idOf(line: Line, piece: Piece): string {
  return piece.names.person === undefined ? line.context.me : pickOne(line, piece, 'person');
}

function findProject(line: Line, pieces: readonly Piece[], fields: MutableFields): number {
  const end = pieces.length;
  const last = pieces[end - 1] as Piece;
  const isNoun = has(last, 'project') && last.names.project === undefined;
  const at = end - (isNoun ? 2 : 1);
  const [named, before] = [pieces[at], pieces[at - 1]];
  if (named?.names.project !== undefined) {
    if (!has(before, 'in', 'to', 'for') || /^(?:of|at|from|का|के|की|ka|ke|ki)$/iu.test(before?.word ?? ''))
      return 0;
    fields.projectId = pickOne(line, named, 'project');
    return end - at + (before?.word.toLowerCase() === 'the' ? 2 : 1);
  }
  // Hindi for 'in Website': 'Website mein'.
  const inner = has(pieces[end - 2], 'project') ? pieces[end - 3] : pieces[end - 2];
  if (!has(last, 'in') || last.isEnglish || inner?.names.project === undefined) return 0;
  fields.projectId = pickOne(line, inner, 'project');
  return inner === pieces[end - 2] ? 2 : 3;
}

function findPriority(
  [last, before, third]: readonly (Piece | undefined)[],
  fields: MutableFields,
  isAfter: boolean,
): number {
  const level = LEVELS.find((one) => has(last, one));
  if (level !== undefined) {
    const isNamed = /priorit|prio|प्राथमिकता/iu.test(last?.word ?? '') || has(before, 'priority');
    const isApart =
      before !== undefined &&
      (isAfter || before.kind === 'mark' || before.when !== null || before.names.project !== undefined);
    if (!isNamed && !isApart) return 0;
    fields.priority = level;
    const count = has(before, 'priority') ? 2 : 1;
    return count + (has(count === 2 ? third : before, 'saying') ? 1 : 0);
  }
  const earlier = has(last, 'priority') ? LEVELS.find((one) => has(before, one)) : undefined;
  if (earlier === undefined) return 0;
  fields.priority = earlier satisfies Priority;
  return 2;
}

function findEstimate([last, before, third]: readonly (Piece | undefined)[], fields: MutableFields): number {
  if (has(last, 'points') && before?.number != null && has(third, 'estimateNoun', 'estimate')) {
    fields.estimate = before.number;
    return 3;
  }
  if (last?.number != null && has(before, 'estimateNoun', 'estimate')) {
    fields.estimate = last.number;
    return 2;
  }
  return 0;
}

function findLabel(
  line: Line,
  [last, before]: readonly (Piece | undefined)[],
  fields: MutableFields,
): number {
  if (last?.names.label === undefined || !has(before, 'label') || /^[#+]/.test(last.word)) return 0;
  fields.labelIds = [pickOne(line, last, 'label'), ...(fields.labelIds ?? [])];
  return 2;
}
