import type { SyncRows } from '@hearth/contracts/sync';
import { arrangeThreads } from '#features/tasks/comments/threads.ts';
import type { DetailedChange } from './past-descriptions.ts';

type Comment = SyncRows['comment'];

export type ActivityLine =
  | { kind: 'comment'; key: string; at: string; comment: Comment; replies: readonly Comment[] }
  | { kind: 'change'; key: string; at: string; change: DetailedChange }
  | { kind: 'made'; key: string; at: string }
  /** A collapsed run of changes between two comments. */
  | { kind: 'folded'; key: string; at: string; count: number };

/** Minimum length of a run of changes whose earlier entries are collapsed to keep comments visible. */
const FOLD_FROM = 6;
/** Fields whose changes can start or end watching implicitly. */
const JOINED_WITH: ReadonlySet<string> = new Set(['assigneeIds', 'projectId', 'description']);
/** Number of changes at the end of a collapsed run that stay visible. */
const VISIBLE_TAIL = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * Merges comments and changes in chronological order. Groups replies with their comment. Shows a deleted comment only if it has replies.
 * @param changes newest first
 * @param hasEarlier whether earlier changes are not loaded yet; comments older than the loaded changes are then hidden, to keep the order
 * correct
 * @param unfolded keys of the expanded runs
 * @param pinned ids of changes that are never collapsed
 */
export function arrangeActivity(
  comments: readonly Comment[],
  changes: readonly DetailedChange[],
  options: {
    createdAt: string;
    hasEarlier: boolean;
    unfolded: ReadonlySet<string>;
    pinned?: ReadonlySet<string>;
  },
): ActivityLine[] {
  const { createdAt, hasEarlier, unfolded, pinned = NONE } = options;
  const visible = changes.filter((change) => !isJoining(change, changes, comments));
  const since = hasEarlier ? (changes.at(-1)?.at ?? '') : '';
  const lines: ActivityLine[] = [
    ...visible
      .toReversed()
      .map((change): ActivityLine => ({ kind: 'change', key: change.id, at: change.at, change })),
    ...arrangeThreads(comments)
      .filter(({ comment }) => comment.createdAt >= since)
      .map(({ comment, replies }): ActivityLine => ({
        kind: 'comment',
        key: comment.id,
        at: comment.createdAt,
        comment,
        replies,
      })),
  ];
  if (!hasEarlier) lines.unshift({ kind: 'made', key: 'made', at: createdAt });
  // The sort is stable, so changes precede comments with the same timestamp.
  lines.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return fold(lines, unfolded, pinned);
}

/**
 * Whether a change to the watchers is implied by a simultaneous comment or change to the assignees, project or description. Such a change
 * has no entry of its own.
 */
function isJoining(
  { id, field, at }: DetailedChange,
  changes: readonly DetailedChange[],
  comments: readonly Comment[],
): boolean {
  if (field !== 'watcherIds') return false;
  return (
    changes.some((other) => other.id !== id && other.at === at && JOINED_WITH.has(other.field)) ||
    comments.some(({ createdAt, editedAt }) => createdAt === at || editedAt === at)
  );
}

function fold(
  lines: readonly ActivityLine[],
  unfolded: ReadonlySet<string>,
  pinned: ReadonlySet<string>,
): ActivityLine[] {
  const folded: ActivityLine[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as ActivityLine;
    let end = at;
    while (lines[end]?.kind === 'change') end += 1;
    const count = end - at;
    const stay = lines.slice(at, Math.max(at, end - VISIBLE_TAIL)).filter(({ key }) => pinned.has(key));
    const hidden = count - VISIBLE_TAIL - stay.length;
    if (count >= FOLD_FROM && hidden > 0 && !unfolded.has(line.key)) {
      folded.push({ kind: 'folded', key: line.key, at: line.at, count: hidden });
      folded.push(...stay, ...lines.slice(end - VISIBLE_TAIL, end));
    } else folded.push(...lines.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return folded;
}
