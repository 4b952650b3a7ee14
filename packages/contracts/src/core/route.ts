import type { z } from 'zod';
import type { Action } from '#permissions/permissions.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. The server refuses to start with a route that has none.
 * - public: anybody.   - session: any signed-in person.
 * - team: an active member of `teamId` for whom `can(actor, action, object)` holds. `object` names the kind of work
 *   whose id is in the path (`task` → `taskId`); without it the action is decided for the team.
 * - development: only with the development identity provider and on loopback; otherwise 404.
 * `isForTokens`: any API token may call it; what it does there is held to the token's scopes.
 * `needsFreshSignIn`: the sign-in may be no older than FRESH_SIGN_IN_SECONDS (403 REAUTH_REQUIRED).
 */
type Rule =
  | { kind: 'public' }
  | { kind: 'session'; needsFreshSignIn?: true; isForTokens?: true }
  | { kind: 'development' }
  | { kind: 'team'; action: Action; object?: ObjectKind; needsFreshSignIn?: true };

/** Kinds of work that a route may be about as a whole. */
export type ObjectKind = 'project' | 'task' | 'document' | 'trash';

/** Kinds of things that an id in a path, query or body can name. */
export type IdKind =
  | 'team'
  | 'user'
  | 'invite'
  | 'project'
  | 'privateProject'
  | 'status'
  | 'label'
  | 'task'
  /** A task that is not the one in the path. */
  | 'otherTask'
  | 'document'
  /** A document that is not the one in the path. */
  | 'otherDocument'
  /** A template of documents: the team's own, or one by its name. */
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
  /** With `{braces}`, as in OpenAPI. */
  path: string;
  summary: string;
  rule: Rule;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bytes of its JSON at the most, where that is not LIMITS.jsonBody. */
  bodyLimit?: number;
  /** The body reaches the handler as the bytes that came, whatever they are: a signature is over them. */
  isRaw?: true;
  /** The body is a file of one of these media types instead. Streamed: the handler reads it, and minds its size. */
  upload?: { types: readonly string[]; maxBytes: number; isStreamed?: boolean };
  /** Status → schema of the body; null = no body. The first 2xx is what the typed client returns. */
  replies: Record<number, z.ZodType | null>;
  /** What each field whose name ends in Id or Ids names, wherever it stands. The server refuses to start if one is missing. */
  ids?: Readonly<Record<string, IdKind>>;
  /** Rate limit besides the general one. */
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

/** Keeps the literal types of a route, which the typed client lives on. */
export function defineRoute<const R extends RouteSpec>(route: R): R {
  return route;
}
