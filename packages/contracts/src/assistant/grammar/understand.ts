import type { Command, CommandContext, Understood } from '#assistant/command-values.ts';
import { isLocale } from '#core/locales.ts';
import { ASSISTANT_LIMITS } from '#assistant/assistant-values.ts';
import { parseAskCommand } from './ask.ts';
import { isChangeVerb, readChange } from './change.ts';
import { readRemind } from './change-remind.ts';
import { readSeveralChanges } from './change-several.ts';
import { guessControl, readControl } from './control.ts';
import { correctVerbs } from './corrections.ts';
import { readCreate } from './create.ts';
import { readQuestion, readOpen, readSearch } from './find.ts';
import { isDevanagari } from './fold.ts';
import { listIdioms } from './idioms.ts';
import { has, textOf, Unsettled, type Line } from './line.ts';
import { isBeyond, listNearest } from './nearest-commands.ts';
import { readPasted } from './pasted.ts';
import { readPieces, type Piece } from './pieces.ts';
import { readReport } from './report.ts';
import { translate } from './phrasebook/phrasebook.ts';
import { listTitleProbes, replaceTitles } from './titles/titles.ts';

/** Input with more pieces is treated as prose. The limit is far above the length of a question about the team's work. */
const MAX_PIECES = 120;
/** Maximum commands per message. */
const MAX_COMMANDS = 10;

/**
 * Parses a message to the assistant into commands. Pure: depends only on its arguments. Ambiguous, unknown and incomplete input is
 * returned as such, not thrown. Quoted text is never parsed as a command.
 */
export function understand(text: string, context: CommandContext): Understood {
  const translated = translate(text, context.locale);
  const input = (translated?.text ?? text).slice(0, ASSISTANT_LIMITS.text);
  const own = isLocale(context.locale) ? context.locale : 'en';
  const language = translated?.language ?? (isDevanagari(input) ? 'hi' : own);
  try {
    const commands = readAll(input, context);
    if (commands.length > 0) return { kind: 'commands', language, commands };
    return { kind: 'missed', language, nearest: listNearest(input), isBeyond: isBeyond(input) };
  } catch (error) {
    if (error instanceof Unsettled) return { ...error.outcome, language };
    throw error;
  }
}

function readAll(text: string, context: CommandContext): Command[] {
  const whole: Line = { text, pieces: readPieces(text, context), context };
  const control = readControl(whole);
  if (control !== null) return [control];
  const line = { ...whole, pieces: stripPolite(whole.pieces) };
  if (line.pieces.length === 0) return [];
  const politeControl =
    line.pieces.length < whole.pieces.length
      ? readControl({ ...line, text: textOf(line, line.pieces) })
      : null;
  if (politeControl !== null) return [politeControl];
  const named = readTitles(line);
  if (named !== null) return named;
  const several = readLines(line) ?? readSeveralChanges(line) ?? readJoined(line);
  if (several !== null) return several;
  const reminder = readRemind(line);
  if (reminder !== null) return [reminder];
  const idiom = readIdiom(text, context) ?? readIdiom(textOf(line, line.pieces), context);
  if (idiom !== null) return [idiom];
  const one = readOne(line);
  if (one !== null) return [one];
  const pasted = readPasted(line);
  if (pasted !== null) return [pasted];
  const corrected = correctVerbs(line);
  if (corrected !== null) {
    const again: Line = { text: corrected, pieces: stripPolite(readPieces(corrected, context)), context };
    const command = readOne(again);
    if (command !== null && !(command.family === 'find' && command.act === 'answer')) return [command];
  }
  const hasUnknown = line.pieces.some(({ kind, concepts }) => kind === 'word' && concepts.size === 0);
  const guessed = hasUnknown ? guessControl(whole) : null;
  return guessed === null ? [] : [guessed];
}

/**
 * Returns the texts by which to find the tasks that a message names by their titles, for `tasks` of the context. Empty if it changes no task, or
 * names the tasks by their keys.
 */
export function listProbes(text: string, context: CommandContext): string[] {
  const input = text.slice(0, ASSISTANT_LIMITS.text);
  return listTitleProbes(input, stripPolite(readPieces(input, context)));
}

/** Parses a change to a task that is named by an existing title. The title wins over the meaning of its words. */
function readTitles(line: Line): Command[] | null {
  let gap: Unsettled | null = null;
  const rewritten = replaceTitles(line.text, line.pieces, line.context);
  for (const { text, key, title, start } of rewritten) {
    const again: Line = { ...line, text, pieces: stripPolite(readPieces(text, line.context)) };
    try {
      const commands = readSeveralChanges(again) ?? toList(readRemind(again) ?? readChange(again)) ?? [];
      const isOfTask = (command: Command) =>
        command.family === 'change' &&
        command.on === 'tasks' &&
        command.target.kind === 'keys' &&
        command.target.keys.every((one) => one === key);
      if (commands.length === 0 || !commands.every(isOfTask)) continue;
      const same = rewritten.filter((one) => one.start === start && one.title.length === title.length);
      if (same.length === 1) return commands;
      const options = same.map((one) => ({ label: `${one.key} ${one.title}`, text: one.text }));
      throw new Unsettled({ kind: 'ambiguous', what: 'task', word: title, options });
    } catch (error) {
      if (!(error instanceof Unsettled) || error.outcome.kind === 'ambiguous') throw error;
      gap ??= error;
    }
  }
  if (gap !== null) throw gap;
  return null;
}

function readOne(line: Line): Command | null {
  if (line.pieces.length === 0) return null;
  const create = readCreate(line);
  // Input with more pieces is prose and is not parsed as a list query.
  if (create !== null || line.pieces.length > MAX_PIECES)
    return create ?? readChange(line) ?? readSearch(line) ?? readQuestion(line);
  return (
    readReport(line) ??
    readOpen(line) ??
    readChange(line) ??
    parseAskCommand(line) ??
    readSearch(line) ??
    readQuestion(line)
  );
}

/** Parses a statement that implies a command: 'I finished the welcome mail' means 'mark it as done'. Returns null if no idiom applies. */
function readIdiom(text: string, context: CommandContext): Command | null {
  for (const idiom of listIdioms(text, context)) {
    const line: Line = { text: idiom.text, pieces: readPieces(idiom.text, context), context };
    try {
      const command = readOne(line);
      if (command?.family === idiom.family) return command;
    } catch (error) {
      if (!(error instanceof Unsettled) || error.outcome.kind === 'ambiguous') throw error;
    }
  }
  return null;
}

/** Strips polite phrases at the start and end. */
function stripPolite(pieces: readonly Piece[]): readonly Piece[] {
  let from = 0;
  while (from < pieces.length - 1 && isPolite(pieces[from], pieces[from + 1])) from += 1;
  let to = pieces.length;
  while (
    to > from + 1 &&
    has(pieces[to - 1], 'please') &&
    /^(?:please|pls|plz|thanks|thank you|thx|जी|ji|na|ना|yaar|bhai)$/iu.test(pieces[to - 1]?.word ?? '')
  )
    to -= 1;
  // 'Can you …?' is a request despite its question mark.
  const isRequest = from > 0 && has(pieces[from - 1], 'please');
  if (isRequest && to > from + 1 && pieces[to - 1]?.word === '?') to -= 1;
  return pieces.slice(from, to);
}

function isPolite(piece: Piece | undefined, next: Piece | undefined): boolean {
  if (piece === undefined) return false;
  if (piece.kind === 'break') return true;
  if (piece.kind === 'mark') return /^[,.!…]$/.test(piece.word);
  // 'Mujhe' in 'Mujhe kaam do' is part of the request. 'just Website' was already parsed as a control command.
  return (
    has(piece, 'please') &&
    !has(piece, 'remind') &&
    next?.kind !== undefined &&
    piece.names.person === undefined &&
    !has(piece, 'me')
  );
}

/** Parses each line as a separate change. Returns null if any line is not a change. */
function readLines(line: Line): Command[] | null {
  const rows: Piece[][] = [[]];
  for (const piece of line.pieces) {
    if (piece.kind === 'break') rows.push([]);
    else rows.at(-1)?.push(piece);
  }
  const filled = rows.filter((row) => row.length > 0);
  if (
    filled.length < 2 ||
    filled.length > MAX_COMMANDS ||
    !filled.every(([first]) => isChangeVerb(first) || first?.key != null)
  )
    return null;
  const commands = filled.map((pieces) => readChange({ ...line, pieces }));
  return commands.every((command) => command !== null) ? commands : null;
}

/** Parses several commands joined by 'and' or punctuation: 'Mark WEB-12 as done and assign WEB-13 to Asha'. */
function readJoined(line: Line): Command[] | null {
  const { pieces } = line;
  if (pieces.length > 60 || pieces.some(({ kind }) => kind === 'break')) return null;
  for (let at = 1; at < pieces.length - 1; at += 1) {
    const piece = pieces[at] as Piece;
    const isJoint = has(piece, 'and') || /^[;,.।]$/u.test(piece.word);
    if (!isJoint || piece.quoted !== null) continue;
    const right = stripPolite(pieces.slice(has(pieces[at + 1], 'and') ? at + 2 : at + 1));
    if (!startsCommand(right)) continue;
    const left = readPart({ ...line, pieces: pieces.slice(0, at) });
    if (left === null) continue;
    const rest = { ...line, pieces: right };
    const others = readJoined(rest) ?? toList(readPart(rest));
    const isApart = others?.every((other) => areApart(left, other, piece.word)) ?? false;
    if (others !== null && isApart && others.length < MAX_COMMANDS) return [left, ...others];
  }
  return null;
}

function toList<C extends Command>(command: C | null): C[] | null {
  return command === null ? null : [command];
}

/**
 * Whether the right side is a separate command. Changes must name keys or refer to displayed tasks, the latter not after a create command.
 * Other commands must not follow a create command after a comma.
 */
function areApart(left: Command, right: Command, joint: string): boolean {
  if (right.family !== 'change' || right.on !== 'tasks') return left.family !== 'create' || joint !== ',';
  if (right.target.kind === 'keys') return true;
  return right.target.kind === 'these' && left.family !== 'create';
}

function startsCommand(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  return isChangeVerb(first) || has(first, 'create') || first?.key != null;
}

/** Parses one side of 'and': a create command, or a change that names its tasks and contains no free text. */
function readPart(line: Line): Command | null {
  const command = readQuietly(line);
  if (command?.family === 'create')
    return command.act === 'tasks' && !has(line.pieces[0], 'create') ? null : command;
  if (command?.family !== 'change' || command.on !== 'tasks' || command.target.kind === 'title') return null;
  return command.change.act === 'comment' || command.change.act === 'rename' ? null : command;
}

/** Returns null for incomplete commands and unknown names, which are not separate commands. Ambiguous names throw nevertheless. */
function readQuietly(line: Line): Command | null {
  try {
    const [first] = line.pieces;
    return readChange(line) ?? (has(first, 'create') ? readCreate(line) : null);
  } catch (error) {
    if (error instanceof Unsettled && error.outcome.kind !== 'ambiguous') return null;
    throw error;
  }
}
