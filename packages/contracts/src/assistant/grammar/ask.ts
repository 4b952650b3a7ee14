import type { AskCommand } from '#assistant/command-values.ts';
import { addDays } from '#core/days.ts';
import type { Concept } from './concepts.ts';
import { readFilter } from './filters.ts';
import { has, hasAny, isMe, peopleOf, projectOf, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

const SMALL: readonly Concept[] = [
  'filler',
  'what',
  'who',
  'when',
  'question',
  'in',
  'for',
  'by',
  'since',
  'until',
  'show',
  'to',
  'please',
  'all',
  'and',
  'team',
  'project',
  'worksOn',
  'task',
  'tasks',
  'howMany',
  'new',
];

/** Parses a question about the team's work that lists can answer. Returns null for any other text. */
export function parseAskCommand(line: Line): AskCommand | null {
  return (
    readTaskQuestion(line) ??
    readWho(line) ??
    readChanged(line) ??
    readWorkload(line) ??
    readLists(line) ??
    readTasks(line)
  );
}

/** Whether every word has one of the concepts or a common one (SMALL), or is a time, a user or a project. */
function isCovered(pieces: readonly Piece[], ...concepts: readonly Concept[]): boolean {
  return pieces.every(
    (piece) =>
      piece.kind !== 'word' ||
      has(piece, ...SMALL, ...concepts) ||
      piece.when !== null ||
      isMe(piece) ||
      piece.names.person !== undefined ||
      piece.names.project !== undefined,
  );
}

function readTaskQuestion({ pieces }: Line): AskCommand | null {
  const keys = pieces.filter(({ key, quoted }) => key !== null && quoted === null);
  const [one] = keys;
  if (one?.key == null || keys.length > 1) return null;
  const others = pieces.filter((piece) => piece !== one);
  const isQuestion = hasAny(others, 'what', 'who', 'when', 'question', 'show', 'explain');
  if (
    !isQuestion ||
    !isCovered(
      others,
      'dueDate',
      'status',
      'priority',
      'blocked',
      'assign',
      'explain',
      'done',
      'busyWith',
      'going',
      'overdue',
      'blockedBy',
      'blocks',
      'name',
      'about',
    )
  )
    return null;
  const question =
    hasAny(others, 'dueDate', 'overdue') || hasAny(others, 'when')
      ? 'due'
      : hasAny(others, 'who')
        ? 'assignee'
        : hasAny(others, 'blocked', 'blockedBy', 'blocks')
          ? 'blocked'
          : hasAny(others, 'priority')
            ? 'priority'
            : hasAny(others, 'status', 'done', 'going')
              ? 'status'
              : 'all';
  const isMore = others.some((piece) => has(piece, 'what', 'who', 'when', 'question', 'explain'));
  return isMore ? { family: 'ask', act: 'task', key: one.key, question } : null;
}

function readWho(line: Line): AskCommand | null {
  const { pieces } = line;
  const first = pieces.find(({ names }) => names.project !== undefined);
  if (first === undefined || !hasAny(pieces, 'who') || !hasAny(pieces, 'worksOn', 'busyWith', 'in'))
    return null;
  if (!isCovered(pieces, 'busyWith') || pieces.some((piece) => piece.when !== null)) return null;
  return { family: 'ask', act: 'whoIsOn', projectId: projectOf(line, pieces) ?? '' };
}

function readChanged(line: Line): AskCommand | null {
  const { pieces, context } = line;
  const isChange = hasAny(pieces, 'changed') && hasAny(pieces, 'what', 'show', 'changed', 'question');
  const hasPerson = pieces.some(({ names }) => names.person !== undefined) || pieces.some(isMe);
  const isDone = hasAny(pieces, 'didDo') && (hasPerson || hasAny(pieces, 'team')) && hasAny(pieces, 'what');
  const when = pieces.find((piece) => piece.when !== null);
  if (!isChange && !isDone) return null;
  if (!isCovered(pieces, 'changed', 'didDo', 'report')) return null;
  // This is not a question about changes: 'new tasks' requests a list, and future days have no changes yet.
  const isFuture = when !== undefined && when.when?.past === null && when.when.period === null;
  if (isFuture || (when === undefined && (isDone || !isPlainChange(pieces)))) return null;
  if (hasAny(pieces, 'task', 'tasks') && !hasAny(pieces, 'since') && !isDone) return null;
  const { past = null, period = null } = when?.when ?? {};
  const at = when === undefined ? -1 : pieces.indexOf(when);
  const isSince = has(pieces[at - 1], 'since') || has(pieces[at + 1], 'since');
  const since = past ?? period?.from ?? addDays(context.today, -1);
  if (since > context.today) return null;
  const last = period?.to ?? (past === context.today ? null : past);
  const people = peopleOf(
    line,
    pieces.filter((piece) => piece.names.person !== undefined || (isDone && isMe(piece))),
  );
  return {
    family: 'ask',
    act: 'changedSince',
    since,
    until: isSince || last === null || last >= context.today ? null : last,
    projectId: projectOf(line, pieces),
    personId: people[0] ?? null,
  };
}

/** Without a day, 'what's new' is a question about changes, 'new tasks' is not. */
function isPlainChange(pieces: readonly Piece[]): boolean {
  return (
    hasAny(pieces, 'changed') &&
    !hasAny(pieces, 'task', 'tasks') &&
    pieces.filter(({ kind }) => kind === 'word').length > 1
  );
}

function readWorkload(line: Line): AskCommand | null {
  const { pieces } = line;
  if (!hasAny(pieces, 'workload') || !isCovered(pieces, 'workload', 'assign')) return null;
  const people = peopleOf(
    line,
    pieces.filter((piece) => piece.names.person !== undefined || isMyOwn(piece)),
  );
  return { family: 'ask', act: 'workload', projectId: projectOf(line, pieces), personId: people[0] ?? null };
}

function isMyOwn(piece: Piece): boolean {
  return has(piece, 'me') && !/^me$/i.test(piece.word);
}

function readLists({ pieces }: Line): AskCommand | null {
  if (
    pieces.some(
      (piece) => piece.names.project !== undefined || piece.when !== null || piece.names.person !== undefined,
    )
  )
    return null;
  if (!isCovered(pieces, 'document', 'isOpen')) return null;
  const isQuestion =
    hasAny(pieces, 'show', 'what', 'all') || pieces.filter(({ kind }) => kind === 'word').length <= 2;
  if (hasAny(pieces, 'project') && isQuestion && !hasAny(pieces, 'task', 'tasks'))
    return { family: 'ask', act: 'projects' };
  if (hasAny(pieces, 'document') && isQuestion) return { family: 'ask', act: 'documents' };
  if (hasAny(pieces, 'team') && (isQuestion || hasAny(pieces, 'who')))
    return { family: 'ask', act: 'members' };
  return null;
}

function readTasks(line: Line): AskCommand | null {
  const { pieces } = line;
  const { filter, count, leftover } = readFilter(line, pieces);
  const isNamed =
    hasAny(pieces, 'task', 'tasks', 'toDo') || (hasAny(pieces, 'dueDate') && hasAny(pieces, 'what', 'show'));
  if (leftover.length > 0 || (count === 0 && !isNamed)) return null;
  // A bare name or day is not a question.
  const wordPieces = pieces.filter(({ kind }) => kind === 'word');
  const isBare = wordPieces.every(
    (piece) =>
      piece.names.person !== undefined ||
      piece.names.project !== undefined ||
      piece.when !== null ||
      (isMe(piece) && !/^(?:my|mine|mere|मेरे)$/iu.test(piece.word)) ||
      has(piece, 'who'),
  );
  if (isBare) return null;
  const query = textOf(line, pieces).slice(0, 200);
  if (hasAny(pieces, 'howMany')) return { family: 'ask', act: 'count', filter, words: query };
  return { family: 'ask', act: 'tasks', filter, sort: [{ field: 'due', isDescending: false }], words: query };
}
