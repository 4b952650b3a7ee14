import type { Command, CommandContext, ControlCommand } from '#assistant/command-values.ts';
import type { FilterGroup } from '#views/view-values.ts';
import { isGroup } from '#views/view-values.ts';
import { listWords, type ControlWord } from './concepts.ts';
import { normalizeWords } from './fold.ts';
import { has, pickOne, type Line } from './line.ts';
import { splitWords } from './names.ts';
import { countTypos } from './typos.ts';
import { TABLES } from './words.ts';

const PHRASES: ReadonlyMap<string, ControlWord> = new Map(
  TABLES.flatMap(({ controls }) =>
    (Object.entries(controls) as [ControlWord, string][]).flatMap(([word, phrases]) =>
      listWords(phrases).map((phrase) => [splitWords(phrase).join(' ') || phrase, word] as const),
    ),
  ),
);
const ONLY_IN: readonly (readonly string[])[] = TABLES.flatMap(({ onlyIn }) =>
  listWords(onlyIn).map(splitWords),
);
const POLITE =
  /^(?:please|pls|plz|kindly|hey|कृपया|kripya|zara|जरा) | (?:please|pls|plz|thanks|thank you|now|जी|ji)$/gu;
/** Longer input is never a control command. */
const MAX_TEXT = 80;
const MAX_WORDS = 8;

/** Parses a control command of the assistant, which must match the whole text. */
export function readControl(line: Line): Command | null {
  if (line.text.length > MAX_TEXT) return null;
  const phrase = splitWords(line.text).join(' ') || line.text.trim();
  const word = PHRASES.get(phrase) ?? PHRASES.get(phrase.replaceAll(POLITE, '').trim());
  if (word !== undefined) return toCommand(word, line.context);
  const loose = findLoose(phrase.split(' '));
  if (loose !== undefined) return toCommand(loose, line.context);
  return readOnlyIn(line, phrase);
}

const LOOSE = TABLES.flatMap(({ loose }) =>
  (Object.entries(loose) as [ControlWord, { keys: string; others: string }][]).map(
    ([word, { keys, others }]) => ({
      word,
      keys: new Set(listWords(keys).map(normalizeWords)),
      others: new Set(listWords(others).map(normalizeWords)),
    }),
  ),
);

function findLoose(words: readonly string[]): ControlWord | undefined {
  if (words.length > MAX_WORDS) return undefined;
  return LOOSE.find(
    ({ keys, others }) =>
      words.some((one) => keys.has(one)) && words.every((one) => keys.has(one) || others.has(one)),
  )?.word;
}

/** Parses a control command with typo tolerance. */
export function guessControl({ text, context }: Line): Command | null {
  const folded = splitWords(text).join(' ');
  if (folded.length < 4 || folded.length > 30) return null;
  const most = folded.length >= 8 ? 2 : 1;
  const near = [...PHRASES].find(
    ([phrase]) => phrase.length >= 4 && phrase[0] === folded[0] && countTypos(folded, phrase, most) <= most,
  );
  return near === undefined ? null : toCommand(near[1], context);
}

function toCommand(word: ControlWord, { lastCommand }: CommandContext): Command {
  if (word === 'everywhere') return inProject(null, lastCommand);
  const isReading =
    lastCommand?.family === 'ask' || lastCommand?.family === 'report' || lastCommand?.family === 'find';
  if (word === 'again' && isReading) return lastCommand;
  if (
    (word === 'asTable' || word === 'asList') &&
    lastCommand?.family === 'ask' &&
    lastCommand.act === 'tasks'
  )
    return { ...lastCommand, asTable: word === 'asTable' };
  return { family: 'control', act: word };
}

function readOnlyIn(line: Line, phrase: string): Command | null {
  const isOnly =
    ONLY_IN.some((words) => phrase.startsWith(`${words.join(' ')} `)) ||
    /(?:^| )(?:only|sirf|सिर्फ)$/u.test(phrase);
  const named = line.pieces.filter(({ names }) => names.project !== undefined);
  const [project] = named;
  if (!isOnly || project === undefined || named.length > 1 || line.pieces.length > 8) return null;
  const first = new Set(ONLY_IN.flat());
  const isSmall = line.pieces.every(
    (piece) =>
      piece === project ||
      piece.kind !== 'word' ||
      has(piece, 'in', 'for', 'project', 'filler', 'please') ||
      splitWords(piece.word).every((word) => first.has(word)),
  );
  return isSmall ? inProject(pickOne(line, project, 'project'), line.context.lastCommand) : null;
}

/** Restricts the last question or report to one project. Null removes the restriction. Falls back to an `onlyIn` command. */
function inProject(projectId: string | null, last: Command | null): Command {
  if (last?.family === 'ask' && (last.act === 'tasks' || last.act === 'count')) {
    const others = last.filter.items.filter((item) => isGroup(item) || item.field !== 'project');
    const own = projectId === null ? [] : [{ field: 'project', op: 'is', values: [projectId] } as const];
    return { ...last, filter: { match: 'all', items: [...others, ...own] } satisfies FilterGroup };
  }
  if (last?.family === 'report' && 'projectId' in last) return { ...last, projectId };
  if (last?.family === 'ask' && (last.act === 'workload' || last.act === 'changedSince'))
    return { ...last, projectId };
  return { family: 'control', act: 'onlyIn', projectId } satisfies ControlCommand;
}
