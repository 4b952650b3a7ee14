import type { EarlierText } from '@hearth/contracts/comments/comments';
import type { RouteKey } from '@hearth/contracts/client-types';
import type { WorkAction } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import type { MentionWords } from '#features/mentions/index.ts';
import type { OlderPage, Recipe } from '#platform/sync/index.ts';

/** A comment, whatever it is about: each kind's rows say that in a field of their own. */
export type Comment = Omit<SyncRows['comment'], 'taskId'>;

/** What the store calls comments. */
export type CommentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Comment ? E : never;
}[keyof SyncRows];

/** The field of a comment that names what it is about; the address of its comments calls it the same. */
type SubjectField = Exclude<keyof SyncRows[CommentEntity], keyof Comment>;

type PathOf<K> = K extends `POST ${infer P}/comments` ? `${P}/comments` : never;

/** A kind of thing that people comment on, as far as its comments have to know it. */
export interface CommentKind {
  entity: CommentEntity;
  field: SubjectField;
  path: PathOf<RouteKey>;
  /** What one has to be allowed on the thing to comment on it. */
  action: WorkAction;
  words: MentionWords;
  fetchPage(
    on: { teamId: string; subjectId: string },
    query: { limit: number; cursor: string | undefined },
  ): Promise<OlderPage<CommentEntity>>;
  /** What a comment said before it was changed, newest first. */
  fetchEarlier(
    on: { teamId: string; subjectId: string; commentId: string },
    signal: AbortSignal | undefined,
  ): Promise<readonly EarlierText[]>;
  /** How acts on its comments are taken back. */
  back: CommentRecipes;
}

interface CommentRecipes {
  remove: (id: string) => Recipe;
  restore: (comment: Comment) => Recipe;
  /** @param reaction `isOn`: it was there before */
  react: (reaction: { id: string; emoji: string; isOn: boolean }) => Recipe;
}

/** A thing that is commented on. */
export interface CommentSubject {
  kind: CommentKind;
  id: string;
  projectId: string | null;
}
