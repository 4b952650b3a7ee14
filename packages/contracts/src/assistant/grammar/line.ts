import type {
  CommandContext,
  CommandOption,
  MissingPart,
  CommandFamily,
  NamedKind,
  Understood,
} from '#assistant/command-values.ts';
import type { Concept } from './concepts.ts';
import type { NameKind } from './names.ts';
import type { Piece } from './pieces.ts';

/** The parser's input: the whole text, and the pieces to parse. */
export interface Line {
  text: string;
  pieces: readonly Piece[];
  context: CommandContext;
}

type Outcome = Understood extends infer One
  ? One extends Understood
    ? Omit<One, 'language'>
    : never
  : never;

/** Thrown if a name is ambiguous or unknown, or if the command is incomplete. Caught at the entry point at the latest. */
export class Unsettled extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

export function has(piece: Piece | undefined, ...concepts: readonly Concept[]): boolean {
  return piece !== undefined && concepts.some((concept) => piece.concepts.has(concept));
}

export function hasAny(pieces: readonly Piece[], ...concepts: readonly Concept[]): boolean {
  return pieces.some((piece) => has(piece, ...concepts));
}

/** The original text from the first to the last piece. */
export function textOf(line: Line, pieces: readonly Piece[]): string {
  const [first, last] = [pieces[0], pieces.at(-1)];
  return first === undefined || last === undefined ? '' : line.text.slice(first.start, last.end).trim();
}

/** Resolves the id of an entity that the piece names. Empty if it names none. @throws Unsettled if it is ambiguous */
export function pickOne(line: Line, piece: Piece, kind: NameKind): string {
  const ids = piece.names[kind] ?? [];
  if (ids.length > 1) {
    const options = ids.map((id) => ({ id, ...nameOf(line.context, kind, id) }));
    throw new Unsettled({
      kind: 'ambiguous',
      what: toNamedKind(kind),
      word: piece.word.replace(/^[@#+]/, '').replace(/['’]s$/u, ''),
      options: options.map(({ name, exact }) => ({ label: name, text: putInstead(line, piece, exact) })),
    });
  }
  return ids[0] ?? '';
}

/** Resolves the day of the piece. Null if it has none. @throws Unsettled if it is ambiguous, such as 'by Friday' on a Friday */
export function pickDay(line: Line, piece: Piece): string | null {
  const days = piece.when?.days ?? [];
  if (days.length > 1)
    throw new Unsettled({
      kind: 'ambiguous',
      what: 'day',
      word: piece.word,
      options: days.map((day) => ({ label: day, text: putInstead(line, piece, day.slice(0, 10)) })),
    });
  return days[0] ?? null;
}

/** Replaces a piece in the whole text. */
function putInstead(line: Line, piece: Piece, replacement: string): string {
  const original = line.text.slice(piece.start, piece.end);
  const [sign = ''] = /^[@#+]/.exec(original) ?? [];
  const [owner = ''] = /['’]s$/u.exec(original) ?? [];
  return `${line.text.slice(0, piece.start)}${sign}${replacement}${owner}${line.text.slice(piece.end)}`;
}

export function incomplete(family: CommandFamily, missing: MissingPart, example: string): Unsettled {
  return new Unsettled({ kind: 'incomplete', family, missing, example });
}

export function unknown(what: NamedKind, word: string, options: readonly CommandOption[]): Unsettled {
  return new Unsettled({ kind: 'unknown', what, word, options });
}

export function toNamedKind(kind: NameKind): NamedKind {
  return kind === 'type' ? 'label' : kind;
}

/** Returns a name and, as `exact`, an unambiguous form: the email address or the project key if several entities share the name. */
function nameOf(context: CommandContext, kind: NameKind, id: string): { name: string; exact: string } {
  if (kind === 'document') {
    const title = context.documents.find((one) => one.id === id)?.title ?? '';
    return { name: title, exact: title };
  }
  if (kind === 'person') {
    const person = context.people.find((one) => one.id === id);
    const isShared = context.people.filter(({ name }) => name === person?.name).length > 1;
    const exact = isShared ? (person?.email ?? person?.name) : person?.name;
    return { name: person?.name ?? '', exact: exact ?? '' };
  }
  if (kind === 'project') {
    const project = context.projects.find((one) => one.id === id);
    const isShared = context.projects.filter(({ name }) => name === project?.name).length > 1;
    return { name: project?.name ?? '', exact: (isShared ? project?.key : project?.name) ?? '' };
  }
  const lists = { label: context.labels, status: context.statuses, type: context.taskTypes };
  const name = lists[kind].find((one) => one.id === id)?.name ?? '';
  return { name, exact: name };
}

/** Ids of all users to whom the pieces refer. 'Me' refers to the author of the message. */
export function peopleOf(line: Line, pieces: readonly Piece[]): string[] {
  const ids = pieces.flatMap((piece) => {
    if (piece.names.person !== undefined) return [pickOne(line, piece, 'person')];
    return isMe(piece) ? [line.context.me] : [];
  });
  return [...new Set(ids)];
}

export function isMe(piece: Piece): boolean {
  return has(piece, 'me') || (has(piece, 'for') && /\bme$/i.test(piece.word));
}

/** The first project to which the pieces refer, or null if there is none. */
export function projectOf(line: Line, pieces: readonly Piece[]): string | null {
  const piece = pieces.find(({ names }) => names.project !== undefined);
  return piece === undefined ? null : pickOne(line, piece, 'project');
}
