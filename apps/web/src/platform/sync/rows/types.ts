import type { CallReply, RouteKey } from '@hearth/contracts/client-types';
import type { Problem } from '@hearth/contracts/core/errors';
import type { FirstFigures, FirstScreen } from '@hearth/contracts/first-load';
import type { HereFrame, PersonHere, PresenceLocation } from '@hearth/contracts/presence/presence-values';
import type { Change, FeedFrame, SyncPage } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';

export type Fields = Readonly<Record<string, unknown>>;
export type RowKey = `${SyncEntity}/${string}`;
export type Row = Fields;

/**
 * The optimistic effect of a command on one row, until the server's own word arrives. A `put` gives way to a
 * row that the server already sent; a `patch` of a row that is gone does nothing.
 */
export type Effect =
  | { entity: SyncEntity; id: string; op: 'put' | 'patch'; fields: Fields }
  | { entity: SyncEntity; id: string; op: 'delete'; fields?: undefined };

/** What a person asks for, as features build it: the call, its optimistic effects, and the inverse. */
export interface Command {
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** What was typed, offered again when the command is refused. */
  text?: string;
  /** How to undo it; a command without one cannot be undone. Of several the last is done first. */
  inverse?: Inverse | readonly Inverse[];
  /** Revives what was known as `id`: what can be undone of that is about the new one from now on. */
  comesBackAs?: { id: string; newId: string };
}

/** The rows of a first screen. */
export interface FirstRows {
  page: SyncPage;
  part: FirstPart;
}

/** Which work of a team the first rows hold; what a team has few of is there all the same. */
export interface FirstPart {
  projectId?: string;
  screen?: FirstScreen;
  /** What a screen says about the rest of the work. */
  figures: FirstFigures | null;
}

/** An undo recipe: a name that `defineRecipe` knows, and its arguments as plain data. */
export interface Recipe {
  name: string;
  /** Structured-cloneable: it is stored. */
  args: unknown;
}

/**
 * `fields`: each field goes back to `before`, if it still is what the command made it (`after`).
 * `many`: the same for fields of many rows, by one command.
 * `whole`: the thing goes or comes back as one.
 */
export type Inverse =
  | { kind: 'fields'; entity: SyncEntity; id: string; before: Fields; after: Fields; by: Recipe }
  | {
      kind: 'many';
      entity: SyncEntity;
      rows: readonly { id: string; before: Fields; after: Fields }[];
      by: Recipe;
    }
  | { kind: 'whole'; by: Recipe };

/** What a person did and can undo. */
export interface Act {
  mutationId: string;
  inverse: Inverse;
}

/** Acts that were done together, as they are kept on this device. */
export interface StoredStep {
  tab: string;
  /** Their order among the steps of a tab; also milliseconds since 1970, more or less. */
  at: number;
  isUndone: boolean;
  acts: Act[];
  /** Rows that the acts are about: the step goes when one of them goes with a right. */
  rows: RowKey[];
}

/** Fields of one row of many. */
export interface RowFields {
  id: string;
  fields: Fields;
}

/** A command on its way. Structured-cloneable: it is stored and handed between tabs. */
export interface Mutation {
  /** Also its idempotency key, for every attempt. */
  mutationId: string;
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** Mutations without which this one makes no sense: the creates that it names, and what it undoes. */
  dependsOn: readonly string[];
  text?: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  /** How far the log was known then, and with it what the person saw; missing in those of earlier versions of the app. */
  base?: number;
}

export interface Pending {
  mutation: Mutation;
  /** Place in the outbox, the same in all tabs; null until it is stored. */
  order: number | null;
  state: 'queued' | 'sent' | 'acked';
  /** Log position of its effect, once the server answered. */
  seq: number | null;
}

/** A mutation that the server would not do, kept until the person has dealt with it. */
export interface Refusal {
  mutation: Mutation;
  problem: Problem;
  /** Its place in the outbox; null if it never got there. */
  order: number | null;
}

export interface StoredMutation {
  order: number;
  mutation: Mutation;
  seq: number | null;
  refusedWith: Problem | null;
}

export type BaseRows = Map<SyncEntity, Map<string, Row>>;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A timer: calls back once after `ms`, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void;
}

export interface SendAnswer {
  status: number;
  /** From the header `hearth-seq`; null when the answer has none. */
  seq: number | null;
  problem: Problem | null;
  retryAfterMs: number | null;
}

export interface FeedHandlers {
  onFrame: (frame: FeedFrame) => void;
  /** The socket is over, whoever ended it. Called once. */
  onClose: (code: number) => void;
}

export interface FeedLine {
  /** Goes out once the socket is open; of what waits for that, only the newest. */
  send: (frame: HereFrame) => void;
  close: () => void;
  /** Settles once the socket is open, or was refused; a line without it is open from the start. */
  opened?: Promise<unknown>;
}

/** Reads refused by the server reject with this; anything else that rejects is a matter of the network. */
export class TransportError extends Error {
  readonly status: number;
  readonly retryAfterMs: number | null;
  constructor(status: number, retryAfterMs: number | null = null) {
    super(`the server answered ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface TaskQuery {
  projectId?: string;
  statusId?: string;
  assigneeId?: string;
  parentId?: string;
  key?: string;
  /** A view's filter, as addresses have it, and where its days begin. */
  filter?: string;
  timeZone?: string;
  cursor?: string;
}

/** The way to one team on the server. */
export interface Transport {
  snapshot(cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** `epoch`: the one under which `seq` was given; null where none is known. */
  since(seq: number, epoch: string | null, cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** Rejects only when no answer came. */
  send(mutation: Mutation, signal: AbortSignal): Promise<SendAnswer>;
  openFeed(since: number, epoch: string | null, handlers: FeedHandlers): FeedLine;
  /** Tasks from outside the working set, newest first. */
  listTasks(query: TaskQuery, signal: AbortSignal): Promise<CallReply<'GET /teams/{teamId}/tasks'>>;
}

/** What one tab tells the others of the same person and team. */
export type TabMessage =
  | { type: 'hello'; tab: string; cursor: number | null; epoch: string | null; pending: string[] }
  | { type: 'leading' }
  | { type: 'status'; status: SyncStatus }
  | { type: 'changes'; epoch: string | null; from: number; to: number; changes: Change[] }
  /** `for` names one tab; null means all. */
  | { type: 'state'; for: string | null; seq: number; epoch: string | null; rows: BaseRows }
  | { type: 'reset' }
  | { type: 'flushed'; cursor: number }
  /** A mutation is on its way into the outbox; if its tab dies before it can say so, others find it there. */
  | { type: 'storing'; mutationId: string }
  | { type: 'mutation'; order: number; mutation: Mutation }
  /** What the leader knows of mutations that `for` still shows: those that are over, and those it never heard of. */
  | { type: 'answers'; for: string; settled: string[]; unknown: string[] }
  | { type: 'acked'; mutationId: string; seq: number }
  | { type: 'refused'; refusals: Refusal[] }
  | { type: 'dismissed'; mutationId: string }
  /** What a tab shows; null = nothing, or nobody looks. */
  | { type: 'here'; tab: string; place: PresenceLocation | null }
  /** Who else is where. */
  | { type: 'people'; people: readonly PersonHere[] }
  | { type: 'wake' }
  | { type: 'resume' }
  | { type: 'wiped'; status: 'gone' | 'closed' };

/** BroadcastChannel, as far as it is used here: reaches the other tabs, never the sender. */
export interface Channel {
  post(message: TabMessage): void;
  listen(callback: (message: TabMessage) => void): void;
  close(): void;
}

/** Web Locks, as far as they are used here. A lock is ours until `signal` aborts. */
export interface Locks {
  /** Resolves when the lock is ours. */
  acquire(name: string, signal: AbortSignal): Promise<void>;
  /** Takes the lock if nobody has it, or lets go of it in a moment; tells whether it is ours now. */
  tryAcquire(name: string, signal: AbortSignal): Promise<boolean>;
}

export interface CopyWrite {
  cursor: number;
  epoch: string | null;
  /** By name; null where nothing is left of a chunk. */
  chunks: ReadonlyMap<string, string | null>;
  /** The chunks are the whole copy: those not named go. */
  isWhole: boolean;
  /** Places in the outbox. */
  settled: readonly number[];
}

/** Where what a person can take back is kept on this device. Every method is one transaction. */
export interface StepStorage {
  /** The steps of a tab, in order. */
  load(tab: string): Promise<StoredStep[]>;
  /** The tabs that have steps here; the one that did something last comes first. */
  listTabs(): Promise<string[]>;
  listRows(): Promise<RowKey[]>;
  put(steps: readonly StoredStep[]): Promise<void>;
  remove(steps: readonly Pick<StoredStep, 'tab' | 'at'>[]): Promise<void>;
  /** Removes the steps of all tabs that are about one of these rows. */
  forget(rows: readonly RowKey[]): Promise<void>;
}

/** A file that somebody chose, and that is not on the server yet. */
export interface WaitingFile {
  id: string;
  taskId: string;
  name: string;
  content: Blob;
  /** Milliseconds since 1970. */
  madeAt: number;
}

/** Where files wait on this device until they are sent. Every method is one transaction. */
export interface FileStorage {
  count(): Promise<number>;
  /** The oldest first. */
  list(): Promise<WaitingFile[]>;
  has(id: string): Promise<boolean>;
  put(file: WaitingFile): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What is on this device of a team, without the rows. */
export interface Held {
  cursor: number | null;
  /** The epoch of the log in which the cursor stands; null in copies of earlier versions of the app. */
  epoch: string | null;
  outbox: StoredMutation[];
}

/** Where one person's copy of one team is kept on this device. Every method is one transaction. */
export interface TeamStorage {
  readonly steps: StepStorage;
  readonly files: FileStorage;
  /** The copy's cursor and the outbox, without the rows. */
  peek(): Promise<Held>;
  load(): Promise<Held & { chunks: string[] }>;
  /** Puts a mutation at the end of the outbox and returns its place. */
  add(mutation: Mutation): Promise<number>;
  /** Notes what the server answered; the mutation stays, so that a reload shows it until the copy holds its effect. */
  keepAnswer(order: number, answer: { seq: number | null } | { refusedWith: Problem }): Promise<void>;
  remove(orders: readonly number[]): Promise<void>;
  /** Writes chunks with the cursor that they stand at, and takes out the mutations whose effect they now hold. */
  flush(copy: CopyWrite): Promise<void>;
  clearCopy(): Promise<void>;
  wipe(): Promise<void>;
  close(): void;
}

/**
 * loading: the server is asked for the first time; what this device keeps may be shown meanwhile. live: the feed is up.
 * offline: showing what is here, trying again. signedOut: waiting for the session. gone: no longer a member; everything
 * here is wiped. closed: this store is over.
 */
export type SyncStatus = 'loading' | 'live' | 'offline' | 'signedOut' | 'gone' | 'closed';

/** Everything outside that the store of one team needs. */
export interface Ports {
  transport: Transport;
  storage: TeamStorage;
  locks: Locks;
  channel: Channel;
  clock: Clock;
  /** From 0 up to, not including, 1. */
  random: () => number;
  newId: () => string;
  /** The rows of the first screen, where they were asked for before the app's code had come; null = there are none. */
  takeFirstRows?: () => Promise<FirstRows | null>;
  /** Settles once the page has drawn what it was given; absent where nothing is drawn. */
  whenIdle?: () => Promise<void>;
  /** The name of this tab, the same after a reload. */
  tab: string;
}
