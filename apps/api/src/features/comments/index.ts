export type { CommentKind, OnSubject, Place } from './comment-kind.ts';
export { commentJson, movedComments } from './comment-rows.queries.ts';
export { deleteCommentsOf, isComment, purgeComments } from './comments.queries.ts';
export { bindComments, type CommentRoutes } from './comments.routes.ts';
