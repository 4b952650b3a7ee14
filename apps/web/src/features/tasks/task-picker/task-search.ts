import type { SyncRows } from '@hearth/contracts/sync';
import { fold, matchFuzzy, readWords } from '#platform/texts/fuzzy.ts';

type Task = SyncRows['task'];

/** A task with the words that it is found by. */
interface FoldedTask {
  task: Task;
  folded: string;
}

/** Open work is meant more often than finished work that is called alike. */
const OPEN_BONUS = 12;

export function foldTasks(tasks: readonly Task[]): FoldedTask[] {
  return tasks.map((task) => ({ task, folded: `${fold(task.title)} ${fold(task.key)}` }));
}

/**
 * Searches tasks by a few letters of their title or key, the likeliest first.
 * @param projectId its tasks come first before anything is typed
 */
export function findTasks(
  tasks: readonly FoldedTask[],
  query: string,
  projectId: string | null,
  most: number,
): Task[] {
  const words = readWords(query);
  if (words.length === 0) {
    return tasks
      .filter(({ task }) => task.closedAt === null)
      .map(({ task }) => task)
      .toSorted((a, b) => compareNearness(a, b, projectId))
      .slice(0, most);
  }
  return tasks
    .flatMap(({ task, folded }) => {
      const match = matchFuzzy(words, folded);
      if (match === null) return [];
      return [{ task, score: match.score + (task.closedAt === null ? OPEN_BONUS : 0) }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ task }) => task);
}

/** Those of the same project first, then what was worked on last. */
function compareNearness(a: Task, b: Task, projectId: string | null): number {
  const near = Number(b.projectId === projectId) - Number(a.projectId === projectId);
  if (near !== 0) return near;
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
