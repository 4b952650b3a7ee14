import type { CommandContext, TaskDraft } from '#assistant/command-values.ts';
import { LIMITS } from '#core/limits.ts';
import { makeWhen } from '#core/moment-values.ts';
import { parseQuick } from '#quick-parser/quick-parse.ts';
import type { QuickContext, QuickToken, QuickValue } from '#quick-parser/quick-types.ts';
import { takeFromEnd } from './draft-ends.ts';
import { normalizeWords } from './fold.ts';
import { Unsettled, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** Fields shared by several tasks created together. */
export type SharedFields = Omit<TaskDraft, 'title'>;

/** Shared fields under construction. */
export type MutableFields = { -readonly [Key in keyof SharedFields]: SharedFields[Key] };
/** Prepositions before a day, and Hindi postpositions after one. */
const DATED = /^(?:due|by|on|until|till|before|for|from|starting)\s|\s(?:तक|को|tak|ko|से|se)$/iu;

/**
 * Parses a task draft. Properties in words at the end of a sentence ('for Asha in Website, high priority') are parsed first, then the
 * remaining text by the quick parser. Returns null if no title is left.
 * @param pieces the pieces of the text, without line breaks
 */
export function readDraft(line: Line, pieces: readonly Piece[], shared: SharedFields): TaskDraft | null {
  const endFields: MutableFields = {};
  const rest = takeFromEnd(line, pieces, endFields);
  const [first] = rest;
  const isQuoted = first !== undefined && first.quoted !== null;
  const body = sliceOf(line, isQuoted ? rest.slice(1) : rest);
  const read = readWithParser(line, body.trim());
  const leftover = isQuoted ? read.title.replaceAll(/[\s,.;:!?–-]+/gu, '') : '';
  // If unknown words follow the quotes, the whole text is the title, including the quotes.
  const isWhole = isQuoted && leftover !== '' && !/^(?:task|please|and|as|it)+$/i.test(leftover);
  const { title, fields } = isWhole ? readWithParser(line, sliceOf(line, rest)) : read;
  const whole = tidy(isQuoted && !isWhole ? (first.quoted ?? '') : title);
  if (whole === '') return null;
  const draft = { ...shared, ...fields, ...endFields };
  const assigneeIds = [...new Set([...(endFields.assigneeIds ?? []), ...(fields.assigneeIds ?? [])])];
  const labelIds = [
    ...new Set([...(shared.labelIds ?? []), ...(endFields.labelIds ?? []), ...(fields.labelIds ?? [])]),
  ];
  return {
    ...draft,
    title: whole.slice(0, LIMITS.taskTitle).trim(),
    ...(assigneeIds.length === 0 ? {} : { assigneeIds }),
    ...(labelIds.length === 0 ? {} : { labelIds }),
    ...(whole.length > LIMITS.taskTitle ? { description: whole } : {}),
  };
}

/** The original text of the pieces. Removed text between pieces becomes a space. */
function sliceOf(line: Line, pieces: readonly Piece[]): string {
  return pieces
    .map((piece, at) => {
      const before = pieces[at - 1];
      const gap = before === undefined ? '' : line.text.slice(before.end, piece.start);
      return `${gap.trim() === '' ? gap : ' '}${line.text.slice(piece.start, piece.end)}`;
    })
    .join('');
}

function tidy(title: string): string {
  return title
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, '')
    .replace(/(?<![.])[.।]$/u, '')
    .trim();
}

function toQuickContext(context: CommandContext): QuickContext {
  return { ...context, ownId: context.me };
}

/** Parses with the shared title parser. Days count only at the edges of the text, or with a word such as 'by'. */
function readWithParser(line: Line, input: string): { title: string; fields: SharedFields } {
  const text = signLabels(input.slice(0, 2 * LIMITS.taskTitle), line.context);
  const context = toQuickContext(line.context);
  let read = parseQuick(text, context);
  const inside = read.tokens.filter((token) => isInside(text, token, read.tokens));
  if (inside.length > 0)
    read = parseQuick(text, context, new Set(inside.map((token) => token.text.toLowerCase())));
  const title = `${read.title}${input.slice(2 * LIMITS.taskTitle)}`;
  return { title, fields: toFields(line, read.tokens) };
}

function isInside(text: string, token: QuickToken, all: readonly QuickToken[]): boolean {
  const kind = token.values[0]?.kind;
  if (kind !== 'due' && kind !== 'start' && kind !== 'range') return false;
  if (DATED.test(token.text)) return false;
  const isFree = (from: number, to: number) => {
    let rest = '';
    for (let at = from; at < to; at += 1)
      if (!all.some(({ start, end }) => start <= at && at < end)) rest += text[at];
    return /^[\s,.;:!?]*$/u.test(rest);
  };
  return !isFree(0, token.start) && !isFree(token.end, text.length);
}

/** Rewrites `#` before existing or new labels to `+`: messages use it for labels too, but the parser reserves it for projects. */
function signLabels(text: string, { labels, projects, mayMakeLabels }: CommandContext): string {
  return text.replaceAll(/(?<=^|\s)#(\p{L}[\p{L}\p{M}\p{N}_-]*)/gu, (whole, word: string) => {
    const folded = normalizeWords(word);
    if (labels.some(({ name }) => normalizeWords(name) === folded)) return `+${word}`;
    const isProject = projects.some(
      ({ name, key }) => normalizeWords(name).startsWith(folded) || normalizeWords(key) === folded,
    );
    return isProject || !mayMakeLabels ? whole : `+${word}`;
  });
}

function toFields(line: Line, tokens: readonly QuickToken[]): SharedFields {
  const fields: MutableFields = {};
  for (const token of tokens) {
    if (token.values.length > 1) requireChoice(line, token);
    const [value] = token.values;
    if (value !== undefined) putValue(fields, value);
  }
  for (const { values } of tokens) {
    const [value] = values;
    if (value?.kind !== 'time') continue;
    const field = value.on === 'due' ? 'dueDate' : 'startDate';
    fields[field] = makeWhen(fields[field] ?? value.today, value.time, line.context.timeZone);
  }
  return fields;
}

function putValue(fields: MutableFields, value: QuickValue): void {
  if (value.kind === 'due') fields.dueDate = value.day;
  else if (value.kind === 'start') fields.startDate = value.day;
  else if (value.kind === 'range') Object.assign(fields, { startDate: value.start, dueDate: value.due });
  else if (value.kind === 'project') fields.projectId = value.id;
  else if (value.kind === 'priority') fields.priority = value.priority;
  else if (value.kind === 'estimate') fields.estimate = value.points;
  else if (value.kind === 'person') fields.assigneeIds = [...(fields.assigneeIds ?? []), value.id];
  else if (value.kind === 'repeat') fields.repeat = { mode: value.mode, rule: value.rule };
  else if (value.kind === 'remind') fields.remind = value.when;
  else if (value.kind === 'label' && value.id === null)
    fields.newLabels = [...(fields.newLabels ?? []), value.name];
  else if (value.kind === 'label' && value.id !== null)
    fields.labelIds = [...(fields.labelIds ?? []), value.id];
}

/** @throws Unsettled if a token matches several users, projects, labels or days. The user is then asked which one is meant. */
function requireChoice(line: Line, token: QuickToken): void {
  const options = token.values.flatMap((value, at) => {
    const original = token.places?.[at]?.text ?? token.text;
    if (value.kind === 'due' || value.kind === 'start')
      return [{ label: value.day, text: line.text.replace(token.text, `by ${value.day}`) }];
    if (value.kind !== 'person' && value.kind !== 'project' && value.kind !== 'label') return [];
    return [{ label: value.name, text: line.text.replace(original, `${original.slice(0, 1)}${value.name}`) }];
  });
  const [value] = token.values;
  if (options.length < 2 || value === undefined) return;
  const what =
    value.kind === 'person' || value.kind === 'project' || value.kind === 'label' ? value.kind : 'day';
  throw new Unsettled({ kind: 'ambiguous', what, word: token.text.replace(/^[@#+]/, ''), options });
}
