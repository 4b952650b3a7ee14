import type { CreateCommand, TaskDraft } from '#assistant/command-values.ts';
import { ASSISTANT_LIMITS } from '#assistant/assistant-values.ts';
import { readDraft, type SharedFields } from './drafts.ts';
import { normalizeWords } from './fold.ts';
import { readHeader, type Header } from './create-header.ts';
import { has, hasAny, incomplete, pickOne, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';
import { findTemplate } from './templates.ts';

const BULLET = /^(?:[-*•–]|\[[ xX]?\]|\d{1,2}[.)])$/u;

/** Parses a create command. Returns null if the text is not such a command. */
export function readCreate(line: Line): CreateCommand | null {
  const header = readHeader(line);
  if (header === null) return readBare(line);
  const tail = line.pieces.slice(header.length);
  if (header.noun === 'task') return { family: 'create', act: 'tasks', tasks: readTasks(line, tail, header) };
  if (header.noun === 'plan') return readPlan(line, tail);
  if (header.noun === 'document') return readDocument(line, tail, header);
  const name = readName(line, tail);
  if (header.noun === 'label') {
    const isKnown = line.context.labels.some((label) => normalizeWords(label.name) === normalizeWords(name));
    // 'Add label bug' without a task is about a known label. 'Create label bug' is refused by the tool.
    const isUnclear = isKnown && !/^(?:create|make|new)$/iu.test(line.pieces[0]?.word ?? '');
    if (name === '' || isUnclear || tail.some(({ key }) => key !== null) || hasAny(tail, 'these'))
      return null;
    return { family: 'create', act: 'label', name };
  }
  if (name === '') throw incomplete('create', 'title', 'create project Spring sale');
  return { family: 'create', act: 'project', name };
}

/** Parses commands without a header: `add "Fix footer" to Website`, `add Buy milk as a task`. */
function readBare(line: Line): CreateCommand | null {
  const { pieces } = line;
  if (pieces.some(({ kind }) => kind === 'break')) return null;
  const isAlone = pieces.length === 1 && has(pieces[0], 'create') && !has(pieces[0], 'new', 'plan');
  if (isAlone) throw incomplete('create', 'title', 'create task Call the bank by friday');
  if (!has(pieces[0], 'create') || pieces.length < 2 || !pieces[0]?.isEnglish) return null;
  const [, second] = pieces;
  const at = pieces.length;
  const end =
    has(pieces[at - 1], 'task', 'tasks') && has(pieces[at - 2], 'as', 'in', 'to', 'me', 'filler')
      ? at - (has(pieces[at - 3], 'as', 'to') ? 3 : 2)
      : null;
  const isAdded = /^(?:add|put|log|note down|jot down|insert)$/i.test(pieces[0].word);
  const hasProject = isAdded && /(?:\s)(?:to|in)\s/i.test(line.text) && takesProject(pieces);
  if (end === null && second?.quoted === null && !hasProject) return null;
  if (
    pieces.some(({ key, quoted }) => key !== null && quoted === null) ||
    hasAny(pieces, 'comment') ||
    second?.names.label !== undefined
  )
    return null;
  const draft = readDraft(line, pieces.slice(1, end ?? undefined), {});
  return draft === null ? null : { family: 'create', act: 'tasks', tasks: [draft] };
}

function takesProject(pieces: readonly Piece[]): boolean {
  return pieces.some(({ names }, at) => names.project !== undefined && has(pieces[at - 1], 'to', 'in'));
}

function readTasks(line: Line, tail: readonly Piece[], header: Header): TaskDraft[] {
  const rows = splitRows(line, tail);
  const isList =
    rows.length > 1 && (header.isPlural || rows.slice(1).some(({ isBullet }) => isBullet) || !header.hasText);
  const drafts = isList ? readList(line, rows, header.shared) : readSingle(line, tail, header);
  if (header.isReminder)
    return drafts.map((one) => ({ ...one, title: one.title.replace(/^(?:to|that|about|of)\s+(?=\S)/i, '') }));
  if (drafts.length === 0) throw incomplete('create', 'title', 'create task Call the bank by friday');
  return drafts.slice(0, ASSISTANT_LIMITS.changes);
}

interface Row {
  pieces: readonly Piece[];
  isBullet: boolean;
}

/** Splits pieces into lines, without list markers. */
export function splitRows({ text }: Line, pieces: readonly Piece[]): Row[] {
  const rows: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'break') rows.push([]);
    else rows.at(-1)?.push(piece);
  }
  return rows.flatMap((row) => {
    const [first, second] = row;
    if (first === undefined) return [];
    const isNumbered = first.number !== null && /[.)]/.test(text[first.end] ?? '');
    if (isNumbered) {
      const rest = second?.kind === 'mark' && second.start === first.end ? row.slice(2) : row.slice(1);
      return rest.length > 0 ? [{ pieces: rest, isBullet: true }] : [];
    }
    // A checkbox: `[ ]` or `[x]`.
    const box = first.word === '[' ? row.findIndex(({ word }) => word === ']') : -1;
    const isMarked = BULLET.test(first.word) && first.kind === 'mark';
    const rest = row.slice(box >= 0 && box <= 2 ? box + 1 : isMarked ? 1 : 0);
    const inner =
      rest[0]?.word === '[' && isMarked ? rest.slice(rest.findIndex(({ word }) => word === ']') + 1) : rest;
    return inner.length === 0 ? [] : [{ pieces: inner, isBullet: isMarked || box >= 0 }];
  });
}

export function readList(line: Line, rows: readonly Row[], shared: SharedFields): TaskDraft[] {
  return rows
    .slice(0, ASSISTANT_LIMITS.changes)
    .flatMap(({ pieces }) => readDraft(line, pieces, shared) ?? []);
}

function readSingle(line: Line, tail: readonly Piece[], header: Header): TaskDraft[] {
  const stop = tail.findIndex(({ kind }) => kind === 'break');
  const first = stop === -1 ? tail : tail.slice(0, stop);
  if (header.isPlural) {
    const parts = splitAtCommas(first);
    if (parts.length > 1) return parts.flatMap((pieces) => readDraft(line, pieces, header.shared) ?? []);
  }
  const draft = readDraft(line, first, header.shared);
  if (draft === null) return [];
  const more = stop === -1 ? '' : textOf(line, tail.slice(stop + 1));
  return [more === '' ? draft : { ...draft, description: more }];
}

function splitAtCommas(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'mark' && /[,;]/.test(piece.word)) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts.map((part) => (has(part[0], 'and') ? part.slice(1) : part)).filter((part) => part.length > 0);
}

function readName(line: Line, tail: readonly Piece[]): string {
  const pieces = trimMarks(tail.filter(({ kind }) => kind !== 'break'));
  const [only] = pieces;
  if (only !== undefined && only.quoted !== null && pieces.length === 1) return only.quoted.trim();
  return textOf(line, pieces).replaceAll(/\s+/g, ' ').slice(0, 120).trim();
}

function trimMarks(pieces: readonly Piece[]): readonly Piece[] {
  let end = pieces.length;
  while (
    end > 0 &&
    ((pieces[end - 1]?.kind === 'mark' && /[.,;:!?।]/u.test(pieces[end - 1]?.word ?? '')) ||
      /^(?:please|pls)$/i.test(pieces[end - 1]?.word ?? ''))
  )
    end -= 1;
  return pieces.slice(0, end);
}

function readPlan(line: Line, tail: readonly Piece[]): CreateCommand {
  const rows = splitRows(line, tail);
  const [head = { pieces: [] }, ...others] = rows;
  const name = readName(line, head.pieces);
  if (name === '') throw incomplete('create', 'title', 'plan a project to launch the new shop');
  const tasks = others.flatMap(({ pieces }) => readDraft(line, pieces, {}) ?? []);
  return { family: 'create', act: 'plan', name, goal: name, tasks: tasks.slice(0, ASSISTANT_LIMITS.changes) };
}

function readDocument(line: Line, tail: readonly Piece[], header: Header): CreateCommand {
  let pieces = trimMarks(tail);
  const from = pieces.findIndex(
    (piece, at) => has(piece, 'from') && at > 0 && isTemplate(pieces.slice(at), piece),
  );
  let template = header.template;
  if (from !== -1) {
    const nameParts = pieces.slice(from + 1).filter((piece) => !/^(?:template|the)$/i.test(piece.word));
    template = findTemplate(textOf(line, nameParts));
    pieces = pieces.slice(0, from);
  }
  let projectId = header.shared.projectId;
  const named = pieces.at(
    has(pieces.at(-1), 'project') && pieces.at(-1)?.names.project === undefined ? -2 : -1,
  );
  const at = named === undefined ? -1 : pieces.indexOf(named);
  if (named?.names.project !== undefined && has(pieces[at - 1], 'in')) {
    projectId = pickOne(line, named, 'project');
    pieces = pieces.slice(0, at - 1);
  }
  if (/^(?:about|for|on)$/i.test(pieces[0]?.word ?? '')) pieces = pieces.slice(1);
  const title = readName(line, pieces);
  if (title === '') throw incomplete('create', 'title', 'create doc Meeting with Acme');
  return {
    family: 'create',
    act: 'document',
    title,
    ...(projectId === undefined ? {} : { projectId }),
    ...(template === undefined ? {} : { template }),
  };
}

function isTemplate(rest: readonly Piece[], piece: Piece): boolean {
  return /template/i.test(piece.word) || rest.some(({ word }) => /^template$/i.test(word));
}
