import type { EarlierText } from '@hearth/contracts/comments/comments';
import type { RouteKey } from '@hearth/contracts/client-types';
import type { WorkAction } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import type { MentionMessages } from '#features/mentions/index.ts';
import type { OlderPage, Recipe } from '#platform/sync/index.ts';

/** A comment on any subject. Each entity adds its own field for the subject's id. */
export type Comment = Omit<SyncRows['comment'], 'taskId'>;

/** Entity names of comments in the store. */
export type CommentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Comment ? E : never;
}[keyof SyncRows];

/** The field of a comment with the subject's id. The API path uses the same name. */
type SubjectField = Exclude<keyof SyncRows[CommentEntity], keyof Comment>;

type PathOf<K> = K extends `POST ${infer P}/comments` ? `${P}/comments` : never;

/** A kind of subject and the operations on its comments. */
export interface CommentKind {
  entity: CommentEntity;
  field: SubjectField;
  path: PathOf<RouteKey>;
  /** The permission on the subject that is required to comment. */
  action: WorkAction;
  messages: MentionMessages;
  fetchPage(
    on: { teamId: string; subjectId: string },
    query: { limit: number; cursor: string | undefined },
  ): Promise<OlderPage<CommentEntity>>;
  /** Earlier versions of a comment, newest first. */
  fetchEarlier(
    on: { teamId: string; subjectId: string; commentId: string },
    signal: AbortSignal | undefined,
  ): Promise<readonly EarlierText[]>;
  /** Undo recipes of comment actions. */
  back: CommentRecipes;
}

interface CommentRecipes {
  remove: (id: string) => Recipe;
  restore: (comment: Comment) => Recipe;
  /**
   * Restores the previous state of the user's reaction.
   * @param reaction `isOn`: whether the reaction existed before
   */
  react: (reaction: { id: string; emoji: string; isOn: boolean }) => Recipe;
}

/** The object that comments belong to. */
export interface CommentSubject {
  kind: CommentKind;
  id: string;
  projectId: string | null;
}
