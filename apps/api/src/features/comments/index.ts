export type { CommentKind } from './comment-kind.ts';
export { commentJson, movedComments } from './comment-rows.queries.ts';
export { deleteCommentsOf, isComment, purgeComments } from './comments.queries.ts';
export { bindComments } from './comments.routes.ts';
