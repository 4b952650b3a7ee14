import type { CommandContext } from '#assistant/command-values.ts';
import { normalizeWords, isDevanagari, soundOf } from './fold.ts';

export const NAME_KINDS = ['person', 'project', 'label', 'status', 'type', 'document'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A full or partial name, split into words. */
export interface NameEntry {
  words: readonly string[];
  kind: NameKind;
  id: string;
  /** 0 for the full name, 1 for its first word, its plural or a project key, 2 for any other word. The lowest rank wins. */
  rank: number;
}
/** Task types with a generic name: 'open tasks' must not be restricted to such a type. */
const MEANS_ANY_TASK = /^(?:tasks?|to-?dos?|items?|कार्य|काम|टास्क)$/i;

type NameIndex = ReadonlyMap<string, readonly NameEntry[]>;

const indexes = new WeakMap<CommandContext, NameIndex>();

/** All names of a context, indexed by first word. */
export function indexNames(context: CommandContext): NameIndex {
  const known = indexes.get(context);
  if (known !== undefined) return known;
  const index = new Map<string, NameEntry[]>();
  const put = (name: string, kind: NameKind, id: string, rank = 0) => {
    for (const words of spellingsOf(name)) {
      const [first] = words;
      if (first === undefined) continue;
      const entries = index.get(first);
      const entry = { words, kind, id, rank };
      if (entries === undefined) index.set(first, [entry]);
      else entries.push(entry);
    }
  };
  for (const { id, name, email } of context.people) {
    put(name, 'person', id);
    const parts = splitWords(name);
    if (parts.length > 1)
      parts.forEach((part, at) => part.length > 1 && put(part, 'person', id, at === 0 ? 1 : 2));
    if (email !== undefined) put(email, 'person', id);
  }
  for (const { id, name, key } of context.projects) {
    put(name, 'project', id);
    put(key, 'project', id, 1);
  }
  for (const { id, name } of context.labels) {
    put(name, 'label', id);
    put(`${name}s`, 'label', id, 1);
  }
  for (const { id, name } of context.taskTypes) {
    if (MEANS_ANY_TASK.test(name.trim())) continue;
    put(name, 'type', id);
    put(`${name}s`, 'type', id, 1);
    put(name.replace(/y$/i, 'ies'), 'type', id, 1);
  }
  for (const { id, name } of context.statuses) put(name, 'status', id);
  for (const { id, title } of context.documents) put(title, 'document', id);
  indexes.set(context, index);
  return index;
}

/** Splits text into words, normalized like names. */
export function splitWords(text: string): string[] {
  return normalizeWords(text)
    .split(/[^\p{L}\p{M}\p{N}@._'+&-]+/u)
    .map((word) => word.replace(/^[.'-]+|[.'-]+$/g, ''))
    .filter((word) => word !== '');
}

function spellingsOf(name: string): string[][] {
  const words = splitWords(name);
  if (isDevanagari(name)) return [words, words.map((word) => `=${soundOf(word)}`)];
  const isLong = words.some((word) => skeletonOf(word) !== null);
  return [
    words,
    words.map((word) => `~${soundOf(word)}`),
    ...(isLong ? [words.map((word) => `^${skeletonOf(word) ?? soundOf(word)}`)] : []),
  ];
}

/** Spelling variants of a word by which it can match a word of a name. */
export function formsOf(word: string): string[] {
  // In Devanagari, Latin names are matched phonetically.
  return isDevanagari(word)
    ? [word, `~${soundOf(word)}`, `^${skeletonOf(word) ?? soundOf(word)}`]
    : [word, `=${soundOf(word)}`];
}

/** Consonant skeleton of an English word in Devanagari: `वेबसाइट` is Website. Returns null if it is too short to be distinctive. */
function skeletonOf(word: string): string | null {
  const letters = soundOf(word)
    .replaceAll(/c(?=[ei])/g, 's')
    .replaceAll('c', 'k')
    .replaceAll('h', '')
    .replaceAll(/[aeiouy]/g, '');
  const single = letters.replaceAll(/(.)\1+/g, '$1');
  return single.length >= 4 ? single : null;
}
