import type { z } from 'zod';
import type { Action } from '#permissions/permissions.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. The server fails to start if a route has no rule.
 * - public: anyone.
 * - session: any signed-in user.
 * - team: an active member of `teamId` for whom `can(actor, action, object)` holds. `object` names the kind of object whose id is in the
 *   path (`task` → `taskId`). Without `object`, the action is authorized on the team.
 * - development: only with the development identity provider and on loopback, otherwise 404.
 *
 * `isForTokens`: any API token may call it. The handler enforces the token's scopes.
 * `needsFreshSignIn`: the sign-in may be no older than FRESH_SIGN_IN_SECONDS (403 REAUTH_REQUIRED).
 */
type Rule =
  | { kind: 'public' }
  | { kind: 'session'; needsFreshSignIn?: true; isForTokens?: true }
  | { kind: 'development' }
  | { kind: 'team'; action: Action; object?: ObjectKind; needsFreshSignIn?: true };

/** Kinds of objects for which a route can be authorized. */
export type ObjectKind = 'project' | 'task' | 'document' | 'trash';

/** Kinds of entities that an id in a path, query or body can refer to. */
export type IdKind =
  | 'team'
  | 'user'
  | 'invite'
  | 'project'
  | 'privateProject'
  | 'status'
  | 'label'
  | 'task'
  /** A task other than the task in the path. */
  | 'otherTask'
  | 'document'
  /** A document other than the document in the path. */
  | 'otherDocument'
  /** A document template: the team's own, or a built-in one by name. */
  | 'documentTemplate'
  | 'documentAttachment'
  | 'comment'
  | 'relation'
  | 'checklistItem'
  | 'attachment'
  | 'skip'
  | 'timeEntry'
  | 'view'
  | 'template'
  | 'milestone'
  | 'field'
  | 'taskType'
  | 'cycle'
  | 'trash'
  | 'session'
  | 'export'
  | 'token'
  | 'invoice'
  | 'annotation'
  | 'thread'
  | 'proposal'
  | 'new';

export interface RouteSpec {
  id: string;
  method: Method;
  /** With parameters in `{braces}`, as in OpenAPI. */
  path: string;
  summary: string;
  rule: Rule;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Maximum size of the JSON body in bytes, if it differs from LIMITS.jsonBody. */
  bodyLimit?: number;
  /** The handler gets the raw bytes of the body because they are signed. */
  isRaw?: true;
  /** The body is a file of one of these media types instead of JSON. If streamed, the handler reads it and enforces its size. */
  upload?: { types: readonly string[]; maxBytes: number; isStreamed?: boolean };
  /** Schemas of the body by status. Null if there is no body. The typed client returns the first 2xx response. */
  replies: Record<number, z.ZodType | null>;
  /**
   * Kind of entity for each field whose name ends in Id or Ids, at any depth. The server fails to start if the kind of a field is missing.
   */
  ids?: Readonly<Record<string, IdKind>>;
  /** Rate limit that applies in addition to the general one. */
  rateLimit?:
    | 'signIn'
    | 'invitePeek'
    | 'shares'
    | 'uploads'
    | 'attachments'
    | 'exports'
    | 'imports'
    | 'images'
    | 'contact'
    | 'audits'
    | 'search'
    | 'assistant';
}

/** Preserves the literal types of a route for the typed client. */
export function defineRoute<const R extends RouteSpec>(route: R): R {
  return route;
}
