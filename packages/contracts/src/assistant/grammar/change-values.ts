import type { TaskChange } from '#assistant/command-values.ts';
import { isScalarValue } from '#model/scalar-field-values.ts';
import type { Priority, StatusCategory } from '#model/task-values.ts';
import { findRepeats } from '#quick-parser/quick-repeats.ts';
import type { Concept } from './concepts.ts';
import { categoryOf } from './filters.ts';
import { has, hasAny, isMe, peopleOf, pickDay, pickOne, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** Concepts that may accompany any change. */
const JOINING: readonly Concept[] = [
  'filler',
  'to',
  'in',
  'for',
  'by',
  'as',
  'until',
  'and',
  'please',
  'task',
  'tasks',
  'set',
  'since',
  'saying',
  'assign',
  'assigneeNoun',
  'show',
  'all',
  'new',
];
const LEVELS: readonly Priority[] = ['urgent', 'high', 'medium', 'low'];

/** A change, and the pieces from which it was parsed. */
interface Result {
  change: TaskChange;
  used: readonly Piece[];
}

/**
 * Parses the change to be made to tasks.
 * @param pieces all pieces except those that select the tasks
 * @returns null if there is no change, or if some pieces were not understood
 */
export function readTaskChange(line: Line, pieces: readonly Piece[]): TaskChange | null {
  const wordPieces = pieces.filter(({ kind }) => kind === 'word');
  const result =
    readRemoval(line, wordPieces) ??
    readDates(line, wordPieces) ??
    readNumbers(wordPieces) ??
    readLabels(line, wordPieces) ??
    readPeople(line, wordPieces) ??
    readRepeat(line, wordPieces) ??
    readPriority(wordPieces) ??
    readStatus(line, wordPieces) ??
    readProject(line, wordPieces);
  if (result === null) return null;
  const isKnown = (piece: Piece) => result.used.includes(piece) || has(piece, ...JOINING);
  return wordPieces.every(isKnown) ? result.change : null;
}

function those(pieces: readonly Piece[], ...concepts: readonly Concept[]): Piece[] {
  return pieces.filter((piece) => has(piece, ...concepts));
}

function readRemoval(line: Line, pieces: readonly Piece[]): Result | null {
  const away = those(pieces, 'delete', 'remove', 'unassign');
  if (hasAny(pieces, 'delete')) return { change: { act: 'delete' }, used: away };
  const people = pieces.filter(
    ({ names, word }) => names.person !== undefined || /^(?:me|myself)$/i.test(word),
  );
  if (hasAny(pieces, 'unassign', 'remove') && people.length > 0)
    return { change: { act: 'unassign', assigneeIds: peopleOf(line, people) }, used: [...away, ...people] };
  if (hasAny(pieces, 'unassign'))
    return { change: { act: 'unassign', assigneeIds: null }, used: [...away, ...those(pieces, 'set')] };
  if (!hasAny(pieces, 'remove'))
    return hasAny(pieces, 'noDue')
      ? { change: { act: 'due', dueDate: null }, used: those(pieces, 'noDue', 'set') }
      : null;
  const labels = pieces.filter(({ names }) => names.label !== undefined);
  if (labels.length > 0) {
    const remove = labels.map((piece) => pickOne(line, piece, 'label'));
    return {
      change: { act: 'labels', add: [], newLabels: [], remove },
      used: [...away, ...labels, ...those(pieces, 'label', 'tag')],
    };
  }
  if (hasAny(pieces, 'estimateNoun'))
    return { change: { act: 'estimate', estimate: null }, used: [...away, ...those(pieces, 'estimateNoun')] };
  if (hasAny(pieces, 'priority'))
    return { change: { act: 'priority', priority: 'none' }, used: [...away, ...those(pieces, 'priority')] };
  if (hasAny(pieces, 'dueDate'))
    return { change: { act: 'due', dueDate: null }, used: [...away, ...those(pieces, 'dueDate')] };
  // 'हटाओ' alone means delete.
  return away.every(({ isEnglish }) => !isEnglish) ? { change: { act: 'delete' }, used: away } : null;
}

function readDates(line: Line, pieces: readonly Piece[]): Result | null {
  const when = pieces.find((piece) => piece.when !== null);
  const verbs = those(pieces, 'postpone', 'move', 'set', 'dueDate', 'snooze', 'startDate', 'begin');
  const shift = readShift(pieces);
  if (shift !== null && hasAny(pieces, 'postpone', 'move', 'set'))
    return { ...shift, used: [...shift.used, ...verbs] };
  if (when === undefined || verbs.length === 0) return null;
  const day = pickDay(line, when) ?? when.when?.period?.from ?? null;
  if (day === null) return null;
  const used = [...verbs, when];
  if (hasAny(pieces, 'snooze')) return { change: { act: 'snooze', until: day.slice(0, 10) }, used };
  if (hasAny(pieces, 'startDate')) return { change: { act: 'start', startDate: day }, used };
  return { change: { act: 'due', dueDate: day }, used };
}

const DAYS_OF: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  din: 1,
  दिन: 1,
  hafte: 7,
  हफ्ते: 7,
  हफ़्ते: 7,
  month: 30,
  months: 30,
};

/** Parses a shift by days: 'by 3 days', 'a week later', '3 din'. */
function readShift(pieces: readonly Piece[]): Result | null {
  const at = pieces.findIndex(({ word }) => DAYS_OF[word.toLowerCase()] !== undefined);
  const [count, unit] = [pieces[at - 1], pieces[at]];
  if (unit === undefined || count === undefined) return null;
  const number =
    count.number ??
    (/^(?:a|an|one|ek|एक)$/iu.test(count.word) ? 1 : /^(?:two|दो)$/iu.test(count.word) ? 2 : null);
  if (number === null || number < 1 || number > 366) return null;
  const isEarlier = pieces.some(({ word }) => /^(?:earlier|sooner|pehle|पहले)$/iu.test(word));
  const days = number * (DAYS_OF[unit.word.toLowerCase()] ?? 1) * (isEarlier ? -1 : 1);
  const around = pieces.filter(({ word }) =>
    /^(?:earlier|later|sooner|forward|ahead|pehle|पहले|aage|आगे|baad|बाद)$/iu.test(word),
  );
  return { change: { act: 'shift', days }, used: [count, unit, ...around] };
}

function readNumbers(pieces: readonly Piece[]): Result | null {
  const verbs = those(pieces, 'estimate', 'estimateNoun', 'points');
  const number = pieces.find((piece) => piece.number !== null);
  if (verbs.length === 0 || number?.number == null || !isScalarValue('estimate', number.number)) return null;
  return { change: { act: 'estimate', estimate: number.number }, used: [...verbs, number] };
}

function readLabels(line: Line, pieces: readonly Piece[]): Result | null {
  const verbs = those(pieces, 'tag', 'label', 'create');
  const named = pieces.filter(({ names }) => names.label !== undefined);
  const signed = pieces.filter(
    ({ word, names }) => /^[#+]\p{L}/u.test(word) && names.label === undefined && names.project === undefined,
  );
  if (named.length + signed.length === 0 || (verbs.length === 0 && signed.length === 0)) return null;
  const add = named.map((piece) => pickOne(line, piece, 'label'));
  const newLabels = signed.map(({ word }) => word.slice(1));
  return { change: { act: 'labels', add, newLabels, remove: [] }, used: [...verbs, ...named, ...signed] };
}

function readPeople(line: Line, pieces: readonly Piece[]): Result | null {
  const people = pieces.filter((piece) => piece.names.person !== undefined || isMe(piece));
  if (people.length === 0) return null;
  const isGiven = hasAny(pieces, 'assign', 'to', 'for', 'set', 'move');
  return isGiven || people.length === pieces.length
    ? {
        change: {
          act: 'assign',
          assigneeIds: peopleOf(line, people),
          isReplacing: pieces.some(({ word }) => /^reassign$/i.test(word)),
        },
        used: [...people, ...those(pieces, 'move')],
      }
    : null;
}

function readPriority(pieces: readonly Piece[]): Result | null {
  const level = pieces.find((piece) => has(piece, 'urgent', 'high', 'medium', 'low', 'important'));
  const priority = LEVELS.find((one) => has(level, one as 'urgent')) ?? (level === undefined ? null : 'high');
  if (level === undefined || priority === null) return null;
  return { change: { act: 'priority', priority }, used: [level, ...those(pieces, 'priority', 'move')] };
}

function readStatus(line: Line, pieces: readonly Piece[]): Result | null {
  const verbs = those(pieces, 'finish', 'begin', 'reopen', 'move', 'status', 'open');
  const { statuses } = line.context;
  const named = pieces.find(({ names }) => names.status !== undefined);
  const id = named === undefined ? undefined : pickOne(line, named, 'status');
  const own = statuses.find((one) => one.id === id);
  const used = [
    ...verbs,
    ...(named === undefined ? [] : [named]),
    ...those(pieces, 'done', 'isOpen', 'ongoing', 'notStarted', 'cancelled'),
  ];
  if (own !== undefined) return { change: { act: 'status', statusId: own.id, category: own.category }, used };
  const category = readCategory(pieces);
  const first = statuses.find((one) => one.category === category);
  return first === undefined || category === null
    ? null
    : { change: { act: 'status', statusId: first.id, category }, used };
}

function readCategory(pieces: readonly Piece[]): StatusCategory | null {
  if (hasAny(pieces, 'reopen')) return 'unstarted';
  const state = pieces.find((piece) => categoryOf(piece) !== undefined);
  if (hasAny(pieces, 'finish')) return 'completed';
  if (state !== undefined) return categoryOf(state) ?? null;
  if (hasAny(pieces, 'begin')) return 'started';
  return hasAny(pieces, 'isOpen') && hasAny(pieces, 'set', 'move') ? 'unstarted' : null;
}

function readProject(line: Line, pieces: readonly Piece[]): Result | null {
  const project = pieces.find(({ names }) => names.project !== undefined);
  const verbs = those(pieces, 'move', 'set', 'create', 'project');
  if (project === undefined || !hasAny(pieces, 'move', 'set', 'create', 'to')) return null;
  return {
    change: { act: 'project', projectId: pickOne(line, project, 'project') },
    used: [project, ...verbs],
  };
}

function readRepeat(line: Line, pieces: readonly Piece[]): Result | null {
  if (
    pieces.length > 12 ||
    !pieces.some(({ word }) => /^(?:every|each|repeat|daily|weekly|monthly|हर|har|रोज)/iu.test(word))
  )
    return null;
  const [found] = findRepeats(textOf(line, pieces), line.context.today);
  const value = found?.token.values[0];
  if (value?.kind !== 'repeat') return null;
  return { change: { act: 'repeat', repeat: { mode: value.mode, rule: value.rule } }, used: pieces };
}
