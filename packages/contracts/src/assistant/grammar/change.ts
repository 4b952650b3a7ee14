import type { ChangeCommand, MissingPart, TaskChange } from '#assistant/command-values.ts';
import { documentOf, keysOf, onTasks, theseOf, toKeys } from './change-targets.ts';
import { readComment, readRename } from './change-texts.ts';
import { readTaskChange } from './change-values.ts';
import type { Concept } from './concepts.ts';
import { readFilter } from './filters.ts';
import { has, hasAny, incomplete, pickOne, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** Change verbs that can begin a sentence. */
const VERBS: readonly Concept[] = [
  'assign',
  'unassign',
  'set',
  'move',
  'finish',
  'begin',
  'reopen',
  'postpone',
  'snooze',
  'estimate',
  'rename',
  'tag',
  'remove',
  'delete',
];
/** Verbs after which a task can be named by its unquoted title. */
const TITLE_VERBS: readonly Concept[] = [
  'assign',
  'set',
  'finish',
  'reopen',
  'postpone',
  'snooze',
  'delete',
  'move',
  'estimate',
  'tag',
];
/** The verbs that can introduce each change if a filter selects the tasks. */
const VERBS_OF: Readonly<Record<TaskChange['act'], readonly Concept[]>> = {
  assign: ['assign', 'set', 'move'],
  unassign: ['unassign', 'remove'],
  status: ['set', 'move', 'finish', 'begin', 'reopen', 'cancelled'],
  due: ['postpone', 'set', 'move', 'remove'],
  shift: ['postpone', 'set', 'move'],
  start: ['set', 'begin', 'move'],
  priority: ['set', 'move', 'remove'],
  estimate: ['estimate', 'set', 'remove'],
  rename: ['rename'],
  project: ['move', 'set'],
  blockedBy: ['set'],
  comment: ['comment'],
  snooze: ['snooze', 'postpone'],
  labels: ['tag', 'set', 'remove', 'create'],
  repeat: ['set'],
  remind: [],
  delete: ['delete', 'remove'],
};
/** Words between a title and a value. */
const LEADS: readonly Concept[] = ['to', 'as', 'by', 'until', 'dueDate'];
/** Input with more pieces is treated as prose, unless it is a comment or a rename. */
const MAX_PIECES = 40;

/** Parses a change to existing objects. Returns null if the text is not such a command. @throws Unsettled if the command is incomplete */
export function readChange(line: Line): ChangeCommand | null {
  const pieces = line.pieces.filter(({ kind }) => kind !== 'break');
  const text = readComment(line, pieces) ?? readRename(line, pieces);
  if (text !== null) return text;
  if (pieces.length > MAX_PIECES || isQuestion(pieces)) return null;
  return (
    readThing(line, pieces) ??
    readBlocked(pieces) ??
    readKeys(line, pieces) ??
    readThese(line, pieces) ??
    readFiltered(line, pieces) ??
    readTitled(line, pieces) ??
    findGap(line, pieces)
  );
}

export function isChangeVerb(piece: Piece | undefined): boolean {
  return has(piece, ...VERBS, 'comment', 'archive');
}

function isQuestion(pieces: readonly Piece[]): boolean {
  const isQuestionWord = (piece: Piece) =>
    has(piece, 'what', 'who', 'when', 'howMany', 'question') && !has(piece, ...VERBS);
  const [first] = pieces;
  if (first !== undefined && isQuestionWord(first)) return true;
  return pieces.some((piece) => !piece.isEnglish && isQuestionWord(piece));
}

/** Parses archiving, unarchiving or deleting a whole project or document. */
function readThing(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const act = hasAny(pieces, 'unarchive')
    ? 'unarchive'
    : hasAny(pieces, 'archive')
      ? 'archive'
      : hasAny(pieces, 'delete')
        ? 'delete'
        : null;
  if (act === null || keysOf(pieces).length > 0 || hasAny(pieces, 'task', 'tasks')) return null;
  const isVerb = (piece: Piece) =>
    has(piece, 'unarchive', 'archive', 'delete', 'filler', 'project', 'document', 'set');
  const project = pieces.find(({ names }) => names.project !== undefined);
  const document = pieces.find(({ names }) => names.document !== undefined);
  const thing = document ?? project;
  if (
    thing === undefined ||
    !pieces.every((piece) => piece === thing || piece.kind === 'mark' || isVerb(piece))
  )
    return null;
  if (thing === document && act !== 'unarchive')
    return { family: 'change', on: 'document', document: documentOf(line, thing), change: { act } };
  return project === undefined
    ? null
    : { family: 'change', on: 'project', projectId: pickOne(line, project, 'project'), change: { act } };
}

/** Parses a change to blocking relations. */
function readBlocked(pieces: readonly Piece[]): ChangeCommand | null {
  const verb = pieces.findIndex((piece) => has(piece, 'blockedBy', 'blocks', 'unblock'));
  if (verb === -1) return null;
  const [left, right] = [keysOf(pieces.slice(0, verb)), keysOf(pieces.slice(verb + 1))];
  if (left.length === 0 && right.length === 0) return null;
  const isUnblocked =
    has(pieces[verb], 'unblock') ||
    hasAny(pieces, 'remove') ||
    pieces.some(({ word }) => /^(?:not|no longer|nahi|नहीं)$/iu.test(word));
  if (left.length > 0 && right.length > 0) {
    const isReversed = has(pieces[verb], 'blocks') && !has(pieces[verb], 'blockedBy');
    const [waiting, blockers] = isReversed ? [right, left] : [left, right];
    return onTasks(toKeys(waiting), {
      act: 'blockedBy',
      keys: blockers.flatMap(({ key }) => key ?? []),
      isBlocked: !isUnblocked,
    });
  }
  // In Hindi both keys may precede the verb: 'WEB-12 WEB-9 par nirbhar hai'.
  const [first, second] = left;
  if (first === undefined || second?.key == null || !has(pieces[verb], 'blockedBy')) return null;
  return onTasks(toKeys([first]), { act: 'blockedBy', keys: [second.key], isBlocked: !isUnblocked });
}

function readKeys(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const keys = keysOf(pieces);
  if (keys.length === 0) return null;
  const others = pieces.filter((piece) => piece.key === null);
  const change = readTaskChange(line, others);
  return change === null ? null : onTasks(toKeys(keys), change);
}

function readThese(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const these = pieces.filter((piece) => has(piece, 'these'));
  if (
    these.length === 0 ||
    !(isChangeVerb(pieces[0]) || pieces.some((piece) => !piece.isEnglish && has(piece, ...VERBS)))
  )
    return null;
  const change = readTaskChange(
    line,
    pieces.filter((piece) => !these.includes(piece)),
  );
  return change === null ? null : onTasks(theseOf(line), change);
}

/** Parses `move all my overdue to tomorrow`, which selects the tasks by a filter. */
function readFiltered(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const isFirst = isChangeVerb(pieces[0]);
  const isLast = has(pieces.at(-1), ...VERBS) && pieces.at(-1)?.isEnglish === false;
  if (!isFirst && !isLast) return null;
  const inner = isFirst ? pieces.slice(1) : pieces.slice(0, -1);
  const verb = isFirst ? pieces.slice(0, 1) : pieces.slice(-1);
  for (let at = inner.length; at >= 1; at -= 1) {
    const target = inner.slice(0, at);
    if (target.some(({ quoted }) => quoted !== null)) continue;
    const { filter, count, leftover } = readFilter(line, target);
    const isAll = hasAny(target, 'all') && hasAny(target, 'task', 'tasks');
    if (leftover.length > 0 || (count === 0 && !isAll)) continue;
    const change = readTaskChange(line, [...verb, ...inner.slice(at)]);
    if (change === null || !has(verb[0], ...VERBS_OF[change.act])) continue;
    return onTasks({ kind: 'filter', filter, words: textOf(line, target) }, change);
  }
  return null;
}

/** Parses a change to a task given by its title: `mark "Fix login" as done`, `assign fix login to Asha`. */
function readTitled(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const quoted = pieces.find((piece) => piece.quoted !== null);
  if (quoted?.quoted != null && (isChangeVerb(pieces[0]) || pieces[0] === quoted)) {
    const change = readTaskChange(
      line,
      pieces.filter((piece) => piece !== quoted),
    );
    return change === null ? null : onTasks({ kind: 'title', title: quoted.quoted.trim() }, change);
  }
  const [verb] = pieces;
  if (verb === undefined || quoted !== undefined || !has(verb, ...TITLE_VERBS) || !verb.isEnglish)
    return null;
  const rest = pieces.slice(1).filter(({ kind }) => kind === 'word');
  for (let at = rest.length - 1; at >= 1; at -= 1) {
    if (!has(rest[at], ...LEADS)) continue;
    // A title doesn't end with a preposition: in 'Pay bill to me', the Hindi 'me' is one, too.
    if (has(rest[at - 1], ...LEADS)) continue;
    const change = readTaskChange(line, [verb, ...rest.slice(at)]);
    const title = titleOf(line, rest.slice(0, at));
    if (change === null || title === '' || !isTitleLike(rest.slice(0, at))) continue;
    if (change.act === 'assign' && !has(verb, 'assign')) continue;
    return onTasks({ kind: 'title', title }, change);
  }
  const title = titleOf(line, rest);
  const isAlone =
    has(verb, 'delete', 'finish', 'reopen') &&
    !rest.some((piece) => has(piece, 'these') || piece.when !== null);
  const change = isAlone && title !== '' && isTitleLike(rest) ? readTaskChange(line, [verb]) : null;
  return change === null ? null : onTasks({ kind: 'title', title }, change);
}

function isTitleLike(pieces: readonly Piece[]): boolean {
  return pieces.some(({ concepts, names }) => concepts.size === 0 && Object.keys(names).length === 0);
}

function titleOf(line: Line, pieces: readonly Piece[]): string {
  const from = pieces.findIndex((piece) => !/^(?:the|a|task|todo|ticket|called|named)$/i.test(piece.word));
  return from === -1 ? '' : textOf(line, pieces.slice(from)).slice(0, 500);
}

const GAPS: readonly (readonly [Concept, MissingPart, string])[] = [
  ['priority', 'priority', 'set priority of WEB-12 to high'],
  ['dueDate', 'day', 'set due date of WEB-12 to friday'],
  ['estimateNoun', 'estimate', 'set estimate of WEB-12 to 3'],
  ['status', 'status', 'set status of WEB-12 to done'],
  ['label', 'label', 'add label bug to WEB-12'],
];

/** @throws Unsettled for incomplete commands: a verb with a value but no target, or a key with a verb but no value. Else returns null. */
function findGap(line: Line, pieces: readonly Piece[]): null {
  const [verb] = pieces;
  if (!isChangeVerb(verb) || verb?.isEnglish !== true) return null;
  const keys = keysOf(pieces);
  const others = pieces
    .slice(1)
    .filter((piece) => piece.kind === 'word' && piece.key === null && !has(piece, 'filler', 'to', 'as'));
  const what = GAPS.find(([concept]) => others.every((piece) => has(piece, concept)));
  if (keys.length > 0 && what !== undefined && others.length > 0)
    throw incomplete('change', what[1], what[2].replace('WEB-12', keys[0]?.key ?? 'WEB-12'));
  if (keys.length > 0 && others.length === 0) {
    if (has(verb, 'assign')) throw incomplete('change', 'person', `assign ${keys[0]?.key ?? 'WEB-12'} to me`);
    if (has(verb, 'set')) throw incomplete('change', 'status', `mark ${keys[0]?.key ?? 'WEB-12'} as done`);
    if (has(verb, 'snooze', 'postpone', 'move'))
      throw incomplete('change', 'day', `move ${keys[0]?.key ?? 'WEB-12'} to tomorrow`);
  }
  const isCertain =
    has(verb, 'assign', 'reopen', 'snooze', 'unassign', 'postpone', 'delete', 'rename') ||
    (has(verb, 'set') && others.length > 0);
  const change = keys.length === 0 && isCertain ? readTaskChange(line, pieces) : null;
  if (change !== null || (isCertain && keys.length === 0 && others.length === 0))
    throw incomplete('change', 'target', 'mark WEB-12 as done');
  return null;
}
