import type { SyncRows } from '@hearth/contracts/sync';
import { arrangeThreads } from '#features/comments/index.ts';
import type { ToldChange } from './past-descriptions.ts';

type Comment = SyncRows['comment'];

export type ActivityLine =
  | { kind: 'comment'; key: string; at: string; comment: Comment; replies: readonly Comment[] }
  | { kind: 'change'; key: string; at: string; change: ToldChange }
  | { kind: 'made'; key: string; at: string }
  /** Changes between two comments that are shown when asked for. */
  | { kind: 'folded'; key: string; at: string; count: number };

/** From so many changes in a row on, the earlier ones are folded, so that comments are not lost among them. */
const FOLD_FROM = 6;
/** What makes people watch, or takes the task out of their sight. */
const JOINED_WITH: ReadonlySet<string> = new Set(['assigneeIds', 'projectId', 'description']);
/** How many of them stay in sight. */
const KEPT = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * Comments and changes in the order in which they happened, the oldest first; what answers a comment stands with it.
 * A comment that was deleted is shown only where something answers it.
 * @param changes newest first
 * @param hasEarlier not all changes are here: comments from before those wait, so that the order is true
 * @param unfolded keys of the folded runs that somebody opened
 * @param kept ids of changes that stay in sight
 */
export function arrangeActivity(
  comments: readonly Comment[],
  changes: readonly ToldChange[],
  options: {
    createdAt: string;
    hasEarlier: boolean;
    unfolded: ReadonlySet<string>;
    kept?: ReadonlySet<string>;
  },
): ActivityLine[] {
  const { createdAt, hasEarlier, unfolded, kept = NONE } = options;
  const told = changes.filter((change) => !isJoining(change, changes, comments));
  const since = hasEarlier ? (changes.at(-1)?.at ?? '') : '';
  const lines: ActivityLine[] = [
    ...told
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
  // Stable: what is of the same moment stays changes first.
  lines.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return fold(lines, unfolded, kept);
}

/** Whoever is assigned, moved away, mentioned or says something watches from then on, or no more: that needs no line of its own. */
function isJoining(
  { id, field, at }: ToldChange,
  changes: readonly ToldChange[],
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
  kept: ReadonlySet<string>,
): ActivityLine[] {
  const folded: ActivityLine[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as ActivityLine;
    let end = at;
    while (lines[end]?.kind === 'change') end += 1;
    const count = end - at;
    const stay = lines.slice(at, Math.max(at, end - KEPT)).filter(({ key }) => kept.has(key));
    const hidden = count - KEPT - stay.length;
    if (count >= FOLD_FROM && hidden > 0 && !unfolded.has(line.key)) {
      folded.push({ kind: 'folded', key: line.key, at: line.at, count: hidden });
      folded.push(...stay, ...lines.slice(end - KEPT, end));
    } else folded.push(...lines.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return folded;
}
