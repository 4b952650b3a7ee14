import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, WorkObject } from '@hearth/contracts/permissions/permissions';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import type { AnyRoute } from '@hearth/contracts/routes';
import type { Config } from '#config.ts';
import type { ProductClock } from '#platform/clock.ts';
import type { Db, TeamTx } from '#platform/db/index.ts';
import type { Events } from '#platform/events.ts';
import type { Fanout } from '#platform/fanout/fanout.ts';
import type { JsonText } from '#platform/http/json-text.ts';
import type { View } from '#platform/http/view-as.ts';
import type { Ids } from '#platform/ids.ts';
import type { JobBinding } from '#platform/jobs/job.ts';
import type { Logger } from '#platform/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { Outbound } from '#platform/outbound/index.ts';
import type { Seal } from '#platform/seal.ts';
import type { Storage } from '#platform/storage/index.ts';
import type { SnapshotSource } from '#platform/sync/snapshot.ts';

/** The platform, passed to every feature. Contains nothing of other features. */
export interface App {
  config: Config;
  db: Db;
  clock: ProductClock;
  ids: Ids;
  log: Logger;
  events: Events;
  fanout: Fanout;
  /** Null if no mail server is configured. */
  mailer: Mailer | null;
  /** The only way to send requests to user-supplied addresses. */
  outbound: Outbound;
  seal: Seal;
  storage: Storage;
}

export interface SessionInfo {
  id: string;
  userId: string;
  signedInAt: Date;
  /** Set if the caller is a program with an API token. `id` is then the id of the token. */
  token?: TokenInfo;
}

/** An API token. It is limited to its scopes and to the current permissions of its owner. */
export interface TokenInfo {
  id: string;
  /** Ids of routes. */
  scopes: readonly string[];
  /** The only team to which the token gives access. Null for all teams of the user. */
  onlyTeam: string | null;
  createdAt: Date;
}

/** A work item with the data that access checks require. */
export interface LoadedObject extends WorkObject {
  id: string;
  /** Set for items in the trash. */
  kind?: 'task' | 'project' | 'document';
}

/** A user's permissions in a team, and the version of the team's permissions when they were read. */
export interface LoadedActor extends Actor {
  rights: number;
}

/** The caller, with the data that the route's rule has authorized. Handlers receive only verified values. */
export interface Caller {
  session: SessionInfo | null;
  /** Set on routes with a `team` rule. */
  teamId: string;
  actor: Actor & Partial<LoadedActor>;
  /**
   * The member as whom the caller views the team. Null if the caller views it as themselves. In a view, `actor` has the intersection of
   * both users' permissions.
   */
  view: View | null;
  /** Set if the rule names an object. */
  object: LoadedObject;
  /**
   * True if the session and the permissions were read by an earlier request. They are asserted by the transactions of the handler, and
   * read again before an error is sent.
   */
  isRecent?: boolean;
}

/** The session of the signed-in user, on routes whose rule requires one. */
export function sessionOf(caller: Caller): SessionInfo {
  if (caller.session === null) throw new TypeError('This route does not require a session');
  return caller.session;
}

type Out<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;
type Bodies<R> = { [S in keyof R]: R[S] extends z.ZodType ? z.input<R[S]> : undefined }[keyof R];

/** The body of a route's success response. */
export type ResponseBody<R extends RouteSpec> = Bodies<R['replies']>;

export interface Call<R extends RouteSpec> {
  params: Out<R['params'], Record<string, never>>;
  query: Out<R['query'], Record<string, never>>;
  body: R extends { isRaw: true }
    ? Buffer
    : R extends { upload: { isStreamed: true } }
      ? Readable
      : R extends { upload: object }
        ? Buffer
        : Out<R['body'], undefined>;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Binding {
  route: RouteSpec;
  /** Whether all effects of the handler are in the transaction of a command, which asserts the standing of the request. */
  isCommand?: boolean;
  handle: (call: Call<RouteSpec>) => Promise<unknown>;
}

export type RouteId = AnyRoute['id'];
export type RouteById<I extends RouteId> = Extract<AnyRoute, { id: I }>;
export type CallOf<I extends RouteId> = Call<RouteById<I>>;
/** The validated body of a route's requests. */
export type BodyOf<I extends RouteId> = CallOf<I>['body'];

/** Returns the status of a route's success response. */
export function successStatus(route: RouteSpec): number {
  const statuses = Object.keys(route.replies).map(Number);
  return statuses.find((status) => status < 400) ?? 200;
}

/** Finds a route by its id in one module of the API contract. */
export function findRoute<I extends RouteId>(id: I, routes: readonly AnyRoute[]): RouteById<I> {
  const route = routes.find((one): one is RouteById<I> => one.id === id);
  if (route === undefined) throw new Error(`Route ${id} not found in this part of the contract`);
  return route;
}

/** Binds a handler to a route of the contract. The compiler checks that both types match. */
export function bind<I extends RouteId>(
  id: I,
  routes: readonly AnyRoute[],
  handle: (call: CallOf<I>) => Promise<ResponseBody<RouteById<I>> | JsonText | void>,
): Binding {
  return { route: findRoute(id, routes), handle };
}

/** Binds a handler to routes that are shared by several entity types. The compiler checks only the input types. */
export function bindRoute<R extends RouteSpec>(
  route: R,
  handle: (call: Call<R>) => Promise<unknown>,
): Binding {
  return { route, handle };
}

/**
 * Loads the data of an object that access checks require, within the team's transaction. Returns null if it is not found.
 * `name` is taken from the path and may be a task key or not even a UUID. Must run at most one statement, because the access
 * check commits the transaction with it.
 */
export type ObjectLoader = (tx: TeamTx, name: string) => Promise<LoadedObject | null>;

/** Returns an object that was read before, or undefined. It may have changed since. @param id a UUID in lower case */
export type FindRecentObject = (teamId: string, id: string) => LoadedObject | undefined;

/** Checks whether an id in a path exists in the team. */
export type ExistenceCheck = (tx: TeamTx, id: string) => Promise<boolean>;

export interface Feature {
  name: string;
  bindings: Binding[];
  objects?: Partial<Record<IdKind, ObjectLoader>>;
  /** Only for kinds whose location `assert_standing` checks: tasks. */
  recentTask?: FindRecentObject;
  /** Access checks provided by this feature: auth provides sessions, members provides roles. */
  access?: Partial<AccessPort>;
  /** For entity types without permissions of their own: an unknown id in a path results in 404 before any 403 or 400. */
  exists?: Partial<Record<IdKind, ExistenceCheck>>;
  /** The feature's sources for the snapshot from which clients start. */
  snapshot?: SnapshotSource[];
  /** The feature's background jobs, each with its rule and limits. */
  jobs?: JobBinding[];
  /** For setup beyond routes, such as mounting a provider. */
  mount?: (server: FastifyInstance) => Promise<void>;
  /** Ends sockets and streaming responses at shutdown, within `SHUTDOWN.drain`. The database is open, and other requests are still served. */
  disconnect?: () => Promise<void>;
  /** Releases everything else once no request is served any more. */
  close?: () => Promise<void>;
}

/** Functions that authenticate a request and load the caller’s role and grants. Implemented by the auth and members features. */
export interface AccessPort {
  authenticate: (request: FastifyRequest) => Promise<SessionInfo | 'none' | 'expired'>;
  /**
   * Returns the session of a recently authenticated cookie, without a query, or null. It may have been revoked since: use it only where a
   * transaction asserts the standing of the request.
   */
  findRecentSession: (request: FastifyRequest) => SessionInfo | null;
  /** Authenticates the secret of an API token. */
  authenticateToken: (secret: string) => Promise<SessionInfo | 'none' | 'expired'>;
  /** Returns a sentence that explains why a token may not act for this user in the transaction's team, or null if it may. */
  explainTokenRefusal: (tx: TeamTx, actor: Actor, token: TokenInfo) => Promise<string | null>;
  /** Returns the API tokens that are still valid. */
  findLiveTokens: (tokenIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the caller's role and grants in a team that is not deleted, or null if the caller has no active membership. */
  loadActor: (tx: TeamTx, userId: string) => Promise<LoadedActor | null>;
  /** Called for every authorized request to a team. Must not block the request. */
  noteActive: (teamId: string, userId: string) => void;
  /** Returns the sessions that have neither expired nor been revoked. Open sockets are checked against the result. */
  findLiveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}
