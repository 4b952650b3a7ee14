import type { CommandContext } from '#assistant/command-values.ts';
import { isChangeVerb } from '#assistant/grammar/change.ts';
import { has, hasAny } from '#assistant/grammar/line.ts';
import type { Piece } from '#assistant/grammar/pieces.ts';

/** A message in which one task title is replaced by the task's key. */
interface Rewritten {
  text: string;
  key: string;
  title: string;
  /** Offset of the title. */
  start: number;
}

/** Words that refer to several tasks and are therefore never parsed as the title of one. */
const MEANS_TASKS = /^(?:all|tasks?|to-?dos?)$/i;
/** Maximum values of a filter. */
const MAX_PROBES = 50;

/** Whether the message may change a task that is named by its title. */
function mayNameTask(pieces: readonly Piece[]): boolean {
  const [first] = pieces;
  if (first === undefined || pieces.some(({ key }) => key !== null)) return false;
  return isChangeVerb(first) || has(first, 'create', 'remind', 'unblock', 'comment');
}

/**
 * Returns texts to search titles for: every title that occurs in the message contains at least one of them. Pairs of words are more selective
 * than single words, which are only needed for titles of one word.
 */
export function listTitleProbes(text: string, pieces: readonly Piece[]): string[] {
  if (!mayNameTask(pieces)) return [];
  const words = pieces.slice(1).filter(({ kind, quoted }) => kind === 'word' && quoted === null);
  const isEmpty = (piece: Piece) => has(piece, 'filler', 'to', 'in');
  const pairs = words.flatMap((piece, at) => {
    const next = words[at + 1];
    if (next === undefined || (isEmpty(piece) && isEmpty(next))) return [];
    return [text.slice(piece.start, next.end)];
  });
  const singles = words
    .filter(({ word, concepts, when, number }) => {
      const isPlain = concepts.size === 0 && when === null && number === null;
      return isPlain && word.length > 2;
    })
    .map(({ word }) => word);
  return [...new Set([...singles, ...pairs])].filter((probe) => !/[\n\r]/.test(probe)).slice(0, MAX_PROBES);
}

/** Replaces each title in the message by the task's key, the leftmost and longest title first. One title per result. */
export function replaceTitles(
  text: string,
  pieces: readonly Piece[],
  { tasks }: CommandContext,
): Rewritten[] {
  if (tasks.length === 0 || !mayNameTask(pieces)) return [];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  const found = tasks.flatMap(({ key, title }) => {
    const name = title.trim().toLowerCase();
    if (name === '' || MEANS_TASKS.test(name)) return [];
    return listStarts(lower, name)
      .filter((start) => isFree(pieces, start, start + name.length))
      .map((start) => ({ key, title, start, end: start + name.length }));
  });
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map(({ end, ...one }) => ({ ...one, text: `${text.slice(0, one.start)}${one.key}${text.slice(end)}` }));
}

function listStarts(text: string, name: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) &&
      !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + name.length));
    if (isWhole) starts.push(at);
  }
  return starts;
}

/** Whether the title follows the verb, is not quoted, and does not belong to a task that the message creates. */
function isFree(pieces: readonly Piece[], start: number, end: number): boolean {
  const before = pieces.filter((piece) => piece.end <= start);
  const [verb] = before;
  if (verb === undefined) return false;
  if (pieces.some((piece) => piece.quoted !== null && piece.start < end && start < piece.end)) return false;
  if (!has(verb, 'create')) return true;
  return has(verb, 'set') ? !hasAny(before, 'task', 'tasks', 'new') : hasAny(before, 'label', 'tag');
}
