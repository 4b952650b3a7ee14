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

/** What every feature is handed: the platform, and nothing of other features. */
export interface App {
  config: Config;
  db: Db;
  clock: ProductClock;
  ids: Ids;
  log: Logger;
  events: Events;
  fanout: Fanout;
  /** null where no mail server is set up. */
  mailer: Mailer | null;
  /** The one way to addresses that come from people. */
  outbound: Outbound;
  seal: Seal;
  storage: Storage;
}

export interface SessionInfo {
  id: string;
  userId: string;
  signedInAt: Date;
  /** Set when the caller is a program with an API token; `id` is the token's then. */
  token?: TokenInfo;
}

/** An API token: it may do what its scopes name and its person may do at that moment. */
export interface TokenInfo {
  id: string;
  /** Ids of routes. */
  scopes: readonly string[];
  /** null = any team of the person. */
  onlyTeam: string | null;
  createdAt: Date;
}

/** A piece of work as access checks need it. */
export interface LoadedObject extends WorkObject {
  id: string;
  /** Set for what lies in the trash. */
  kind?: 'task' | 'project' | 'document';
}

/** Somebody's rights in a team, and the version of the team's rights under which they were read. */
export interface LoadedActor extends Actor {
  rights: number;
}

/** The caller, as far as the route's rule has established it. Handlers get only checked things. */
export interface Caller {
  session: SessionInfo | null;
  /** Set on routes with a `team` rule. */
  teamId: string;
  actor: Actor & Partial<LoadedActor>;
  /** As whom the caller sees the team; null = as themselves. `actor` has the rights of both then. */
  view: View | null;
  /** Set where the rule names an object. */
  object: LoadedObject;
}

/** The session of the signed-in person, on routes whose rule asks for one. */
export function sessionOf(caller: Caller): SessionInfo {
  if (caller.session === null) throw new TypeError('This route is open to people who are not signed in');
  return caller.session;
}

type Out<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;
type Bodies<R> = { [S in keyof R]: R[S] extends z.ZodType ? z.input<R[S]> : undefined }[keyof R];

interface Call<R extends RouteSpec> {
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
  handle: (call: Call<RouteSpec>) => Promise<unknown>;
}

type RouteId = AnyRoute['id'];
type RouteById<I extends RouteId> = Extract<AnyRoute, { id: I }>;
export type CallOf<I extends RouteId> = Call<RouteById<I>>;

/** A route of this part of the contract, by its id. */
export function findRoute<I extends RouteId>(id: I, routes: readonly AnyRoute[]): RouteById<I> {
  const route = routes.find((one): one is RouteById<I> => one.id === id);
  if (route === undefined) throw new Error(`No route ${id} in this part of the contract`);
  return route;
}

/** Binds code to a route of the contract; the types of both are checked against each other. */
export function bind<I extends RouteId>(
  id: I,
  routes: readonly AnyRoute[],
  handle: (call: CallOf<I>) => Promise<Bodies<RouteById<I>['replies']> | JsonText | void>,
): Binding {
  return { route: findRoute(id, routes), handle };
}

/** Binds code to routes that several kinds of things have alike: only what it takes is checked. */
export function bindRoute<R extends RouteSpec>(
  route: R,
  handle: (call: Call<R>) => Promise<unknown>,
): Binding {
  return { route, handle };
}

/**
 * Loads what access needs to know of an object, in the team's transaction; null = there is none.
 * `name` is what the path has: an id that may not even be a UUID, or a task's key. One statement at most: access ends
 * its transaction with it.
 */
export type ObjectLoader = (tx: TeamTx, name: string) => Promise<LoadedObject | null>;

/** Says whether an id in a path names something of the team. */
export type ExistenceCheck = (tx: TeamTx, id: string) => Promise<boolean>;

export interface Feature {
  name: string;
  bindings: Binding[];
  objects?: Partial<Record<IdKind, ObjectLoader>>;
  /** What this feature gives to access checks: auth knows sessions, members knows roles. */
  access?: Partial<AccessPort>;
  /** For kinds of things that have no rights of their own: an unknown id in a path is 404 before any 403 or 400. */
  exists?: Partial<Record<IdKind, ExistenceCheck>>;
  /** What it adds to the working set that clients start from. */
  snapshot?: SnapshotSource[];
  /** What it does after an answer, each with its rule and bounds. */
  jobs?: JobBinding[];
  /** For what is more than a route: mounting a provider, say. */
  mount?: (server: FastifyInstance) => Promise<void>;
  close?: () => Promise<void>;
}

/** How a request's sender is known; the auth and members features provide these. */
export interface AccessPort {
  authenticate: (request: FastifyRequest) => Promise<SessionInfo | 'none' | 'expired'>;
  /** As `authenticate`, for the secret of an API token. */
  authenticateToken: (secret: string) => Promise<SessionInfo | 'none' | 'expired'>;
  /** Why a token may not act in the transaction's team for this person, in a sentence; null = it may. */
  explainTokenRefusal: (tx: TeamTx, actor: Actor, token: TokenInfo) => Promise<string | null>;
  /** Which of these API tokens still work. */
  findLiveTokens: (tokenIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The caller's role and grants in a team that is not deleted; null = no active membership. */
  loadActor: (tx: TeamTx, userId: string) => Promise<LoadedActor | null>;
  /** Told of every request that a member may make of a team; must not make it wait. */
  noteActive: (teamId: string, userId: string) => void;
  /** Which of these sessions have neither run out nor been ended: open sockets are held against it. */
  findLiveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}
