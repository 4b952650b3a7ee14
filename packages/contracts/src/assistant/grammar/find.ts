import type { AskCommand, FindCommand } from '#assistant/command-values.ts';
import { readFilter } from './filters.ts';
import { has, hasAny, incomplete, pickOne, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

const SEARCHED = { task: ['task', 'tasks'], document: ['document'], project: ['project'] } as const;

/** Parses a command to open an entity: the text contains only its name and a verb, or only a task key. */
export function readOpen(line: Line): FindCommand | null {
  const wordPieces = line.pieces.filter(({ kind }) => kind === 'word');
  const verbs = wordPieces.filter((piece) => has(piece, 'open', 'show'));
  const rest = wordPieces.filter(
    (piece) => !verbs.includes(piece) && !has(piece, 'filler', 'profile', 'please') && !isNoun(piece),
  );
  const [one] = rest;
  if (one === undefined || rest.length > 1) return null;
  if (one.key !== null && (verbs.length > 0 || wordPieces.length === 1))
    return open({ kind: 'task', key: one.key });
  if (verbs.length === 0) return null;
  if (one.names.document !== undefined) return open({ kind: 'document', id: pickOne(line, one, 'document') });
  // 'Show Website' lists the tasks of the project instead of opening it.
  if (!verbs.some((piece) => has(piece, 'open'))) return null;
  if (one.names.project !== undefined) return open({ kind: 'project', id: pickOne(line, one, 'project') });
  return one.names.person === undefined ? null : open({ kind: 'person', id: pickOne(line, one, 'person') });
}

function open(what: Extract<FindCommand, { act: 'open' }>['what']): FindCommand {
  return { family: 'find', act: 'open', what };
}

function isNoun(piece: Piece): boolean {
  return (
    has(piece, 'project', 'document', 'task') && Object.keys(piece.names).length === 0 && piece.key === null
  );
}

/** Parses search commands. A search for tasks that a filter can express is returned as a question. */
export function readSearch(line: Line): FindCommand | AskCommand | null {
  const { pieces } = line;
  const first = pieces.findIndex((piece) => has(piece, 'search') && piece.isEnglish);
  const last = pieces.findLastIndex((piece) => has(piece, 'search') && !piece.isEnglish);
  if (first !== 0 && last !== lastWord(pieces)) return readNamedOpen(line);
  const inner = first === 0 ? pieces.slice(1) : pieces.slice(0, last);
  const query = trim(inner);
  const { filter, count, leftover } = readFilter(line, query);
  const isByTitle = filter.items.some((item) => 'field' in item && item.field === 'title');
  if (count > 0 && leftover.length === 0 && !isByTitle && hasAny(query, 'task', 'tasks'))
    return {
      family: 'ask',
      act: 'tasks',
      filter,
      sort: [{ field: 'due', isDescending: false }],
      words: textOf(line, query),
    };
  const [kinds, queryPieces] = takeKinds(query);
  const [only] = queryPieces;
  const searchText =
    queryPieces.length === 1 && only?.quoted != null ? only.quoted.trim() : textOf(line, queryPieces);
  if (searchText === '') throw incomplete('find', 'query', 'find budget');
  return { family: 'find', act: 'search', query: searchText.slice(0, 256), kinds };
}

/** Parses `open X` if no name matches exactly. */
function readNamedOpen(line: Line): FindCommand | null {
  const pieces = trim(line.pieces);
  const isFirst = has(pieces[0], 'open') && pieces[0]?.isEnglish === true;
  const isLast = has(pieces.at(-1), 'open') && pieces.at(-1)?.isEnglish === false;
  if ((!isFirst && !isLast) || pieces.length < 2 || pieces.length > 15) return null;
  const inner = trim(isFirst ? pieces.slice(1) : pieces.slice(0, -1)).filter(
    (piece) => !/^the$/i.test(piece.word) && !isNoun(piece),
  );
  const title = inner.length === 1 && inner[0]?.quoted != null ? inner[0].quoted : textOf(line, inner);
  return title === '' ? null : open({ kind: 'words', words: title });
}

/** Splits the entity types off a query such as `docs about X`. */
function takeKinds(pieces: readonly Piece[]): [('task' | 'document' | 'project')[], readonly Piece[]] {
  const kinds: ('task' | 'document' | 'project')[] = [];
  let rest = pieces;
  const [first, second] = rest;
  const kind = (Object.keys(SEARCHED) as (keyof typeof SEARCHED)[]).find((one) =>
    has(first, ...SEARCHED[one]),
  );
  const isKind =
    kind !== undefined &&
    (has(second, 'about', 'for', 'in') || /^(?:on|with|matching)$/i.test(second?.word ?? ''));
  if (isKind) {
    kinds.push(kind);
    rest = rest.slice(1);
  }
  while (
    rest.length > 1 &&
    /^(?:for|about|on|everything|anything|all|something|with|matching|everything on|everything about)$/i.test(
      rest[0]?.word ?? '',
    )
  )
    rest = rest.slice(1);
  while (
    rest.length > 1 &&
    (has(rest.at(-1), 'about') || /^(?:ko|को)$/iu.test(rest.at(-1)?.word ?? '')) &&
    rest.at(-1)?.isEnglish === false
  )
    rest = rest.slice(0, -1);
  return [kinds, rest];
}

/** Parses a free-form question, which is answered by searching the team's content. */
export function readQuestion(line: Line): FindCommand | null {
  const { pieces, text } = line;
  const [first] = pieces;
  const isExplained =
    has(first, 'explain') || (has(pieces.at(-1), 'explain') && pieces.at(-1)?.isEnglish === false);
  const isQuestion =
    has(first, 'question', 'what', 'who', 'when', 'howMany') ||
    pieces.some((piece) => !piece.isEnglish && has(piece, 'question', 'what', 'who', 'when', 'howMany')) ||
    (pieces.length > 0 && /[?？]\s*$/.test(text));
  if (!isExplained && !isQuestion) return null;
  if (first?.quoted != null && pieces.length === 1) return null;
  const inner = isExplained ? (has(first, 'explain') ? pieces.slice(1) : pieces.slice(0, -1)) : pieces;
  const query = textOf(line, inner);
  return query === '' ? null : { family: 'find', act: 'answer', query: query.slice(0, 1000) };
}

function lastWord(pieces: readonly Piece[]): number {
  return pieces.findLastIndex(({ kind }) => kind === 'word');
}

/** Strips punctuation at both ends. */
function trim(pieces: readonly Piece[]): readonly Piece[] {
  const from = pieces.findIndex(({ kind, quoted }) => kind === 'word' || quoted !== null);
  const to = pieces.findLastIndex(({ kind, quoted }) => kind === 'word' || quoted !== null);
  return from === -1 ? [] : pieces.slice(from, to + 1);
}
