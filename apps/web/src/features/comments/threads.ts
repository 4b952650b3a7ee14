/** What of a comment says where it stands. */
interface Said {
  id: string;
  parentId: string | null;
  deletedAt: string | null;
}

/** A comment and what answers it. */
interface Thread<C> {
  comment: C;
  replies: readonly C[];
}

/** A comment that was deleted is shown only where something answers it. @param comments the oldest first */
export function arrangeThreads<C extends Said>(comments: readonly C[]): Thread<C>[] {
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
