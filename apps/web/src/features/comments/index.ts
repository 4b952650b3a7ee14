export { CommentBox, type AroundField } from './comment-box.tsx';
export { CommentThread } from './comment-thread.tsx';
export {
  addComment,
  commentsOf,
  defineCommentKind,
  deleteComment,
  editComment,
  toggleReaction,
} from './comments.data.ts';
export { arrangeThreads } from './threads.ts';
export { useAllComments } from './use-all-comments.ts';
