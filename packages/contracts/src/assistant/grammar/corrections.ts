import { listWords, type Concept } from './concepts.ts';
import { normalizeWords } from './fold.ts';
import { has, type Line } from './line.ts';
import type { Piece } from './pieces.ts';
import { countTypos } from './typos.ts';
import { TABLES } from './words.ts';

/** Concepts whose words are corrected. */
const SPELLED: readonly Concept[] = [
  'create',
  'assign',
  'unassign',
  'set',
  'move',
  'finish',
  'reopen',
  'postpone',
  'snooze',
  'estimate',
  'rename',
  'tag',
  'remove',
  'delete',
  'archive',
  'comment',
  'show',
  'open',
  'search',
  'summarise',
  'standup',
  'weekly',
  'triage',
  'duplicates',
  'forecast',
  'task',
  'tasks',
  'project',
  'document',
  'overdue',
  'unassigned',
  'blocked',
  'workload',
  'report',
  'done',
  'priority',
  'explain',
];
const WORDS = [
  ...new Set(
    TABLES.flatMap(({ concepts }) => SPELLED.flatMap((concept) => listWords(concepts[concept] ?? ''))),
  ),
]
  .map(normalizeWords)
  .filter((word) => /^[a-z]{3,}$/.test(word));
/** Only words among this many first and last words are corrected: English verbs come first, Hindi verbs last. */
const MAX_FIRST = 3;
const MAX_LAST = 2;

/** Returns the text with its first misspelled word of a command corrected, or null if there is none. */
export function correctVerbs({ text, pieces }: Line): string | null {
  const wordPieces = pieces.filter(({ kind }) => kind === 'word');
  const candidates = new Set([...wordPieces.slice(0, MAX_FIRST), ...wordPieces.slice(-MAX_LAST)]);
  for (const piece of candidates) {
    const next = wordPieces[wordPieces.indexOf(piece) + 1];
    const word = isUnknown(piece)
      ? findWord(normalizeWords(piece.word), has(next, 'task', 'tasks', 'project', 'document'))
      : undefined;
    if (word !== undefined) return `${text.slice(0, piece.start)}${word}${text.slice(piece.end)}`;
  }
  return null;
}

function isUnknown({ concepts, names, key, when, quoted, number }: Piece): boolean {
  return (
    concepts.size === 0 &&
    Object.keys(names).length === 0 &&
    key === null &&
    when === null &&
    quoted === null &&
    number === null
  );
}

function findWord(input: string, isBeforeNoun: boolean): string | undefined {
  if (!/^[a-z]{2,14}$/.test(input) || (input.length < 4 && !isBeforeNoun)) return undefined;
  const most = input.length >= 7 ? 2 : 1;
  const near = WORDS.flatMap((word) => {
    // Typos rarely affect the first letter.
    const distance = word[0] === input[0] ? countTypos(input, word, most) : most + 1;
    return distance <= most ? [{ word, distance }] : [];
  });
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.word;
}
