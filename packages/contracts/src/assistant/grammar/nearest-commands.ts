import { splitWords } from './names.ts';
import { countTypos } from './typos.ts';
import { TABLES } from './words.ts';

/** Requests for changes without a command: rights, invites, milestones and cycles. */
const BEYOND =
  /^(?:please )?(?:(?:invite|share|promote|demote|export|import)\b|(?:add|put|move|set|make|create|assign|remove|change|delete)\b.*\b(?:milestones?|cycles?|sprints?|admin|owner|guest|roles?)\b)/iu;

const MAX = 3;
/** Longer input is not a task title. */
const LONGEST_TITLE = 120;

/** Whether the input, which matches no command, asks for something that the assistant can't do. */
export function isBeyond(text: string): boolean {
  return BEYOND.test(text.trim().slice(0, 300));
}

/** Suggests commands for input that was not understood, most similar first. */
export function listNearest(text: string): string[] {
  const words = splitWords(text.slice(0, 300)).slice(0, 30);
  const examples = TABLES.flatMap((table) => table.examples);
  const scored = examples.map((example) => ({ example, score: scoreOf(words, splitWords(example)) }));
  const near = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const isTitle = line !== '' && line.length <= LONGEST_TITLE && words.length > 1;
  const own = isTitle ? [`create task ${line}`, `find ${line}`] : words.length === 1 ? [`find ${line}`] : [];
  const others = near.length > 0 ? near.map(({ example }) => example) : ['my tasks', 'help'];
  return [...new Set([...others.slice(0, own.length === 0 ? MAX : 1), ...own])].slice(0, MAX);
}

/** Number of equal or similar words. The first word, which is the verb, counts double. */
function scoreOf(input: readonly string[], example: readonly string[]): number {
  return input.reduce((sum, word, at) => {
    const isSame = example.includes(word);
    const isNear =
      word.length >= 4 && example.some((one) => one.length >= 4 && countTypos(word, one, 1) <= 1);
    if (word.length < 3 || (!isSame && !isNear)) return sum;
    return sum + (at === 0 ? 2 : 1);
  }, 0);
}
