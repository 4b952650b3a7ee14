/** The fields of a comment that determine its position. */
interface ThreadedComment {
  id: string;
  parentId: string | null;
  deletedAt: string | null;
}

/** A comment and its replies. */
interface Thread<C> {
  comment: C;
  replies: readonly C[];
}

/**
 * Groups comments into threads. Includes a deleted comment only if it has replies.
 * @param comments oldest first
 */
export function arrangeThreads<C extends ThreadedComment>(comments: readonly C[]): Thread<C>[] {
  const ids = new Set(comments.map((comment) => comment.id));
  const isRoot = ({ parentId }: C): boolean => parentId === null || !ids.has(parentId);
  const replies = Map.groupBy(
    comments.filter((comment) => comment.deletedAt === null && !isRoot(comment)),
    (comment) => comment.parentId,
  );
  return comments
    .filter(isRoot)
    .map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }))
    .filter(({ comment, replies: own }) => comment.deletedAt === null || own.length > 0);
}
