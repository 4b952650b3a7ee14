import type { SyncRows } from '@hearth/contracts/sync';
import { fold, matchFuzzy, splitQuery } from '#platform/texts/fuzzy.ts';

type Task = SyncRows['task'];

/** A task with its normalized search text. */
interface FoldedTask {
  task: Task;
  folded: string;
}

/** Ranking bonus for open tasks. Users search for them more often than for finished tasks with similar titles. */
const OPEN_BONUS = 12;
/** Ranking bonus for the task whose whole key or number was typed: above any other score. */
const KEY_BONUS = 1e6;

export function foldTasks(tasks: readonly Task[]): FoldedTask[] {
  return tasks.map((task) => ({ task, folded: `${fold(task.title)} ${fold(task.key)}` }));
}

/**
 * Searches tasks by a few letters of their title or key, ranked by relevance. An empty query returns the most recently updated open tasks.
 * @param projectId project whose tasks come first if the query is empty
 */
export function findTasks(
  tasks: readonly FoldedTask[],
  query: string,
  projectId: string | null,
  most: number,
): Task[] {
  const terms = splitQuery(query);
  if (terms.length === 0) {
    return tasks
      .filter(({ task }) => task.closedAt === null)
      .map(({ task }) => task)
      .toSorted((a, b) => compareNearness(a, b, projectId))
      .slice(0, most);
  }
  const whole = fold(query.trim());
  return tasks
    .flatMap(({ task, folded }) => {
      const match = matchFuzzy(terms, folded);
      if (match === null) return [];
      const isKey = fold(task.key) === whole || String(task.number) === whole;
      const bonus = (task.closedAt === null ? OPEN_BONUS : 0) + (isKey ? KEY_BONUS : 0);
      return [{ task, score: match.score + bonus }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ task }) => task);
}

/** Sorts tasks of the given project first, then by descending update time. */
function compareNearness(a: Task, b: Task, projectId: string | null): number {
  const near = Number(b.projectId === projectId) - Number(a.projectId === projectId);
  if (near !== 0) return near;
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
