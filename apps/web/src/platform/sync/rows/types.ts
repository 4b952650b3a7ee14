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
 * The optimistic effect of a command on one row, until the server's change arrives. A `put` yields to a row that the server already sent; a
 * `patch` of a missing row is a no-op.
 */
export type Effect =
  | { entity: SyncEntity; id: string; op: 'put' | 'patch'; fields: Fields }
  | { entity: SyncEntity; id: string; op: 'delete'; fields?: undefined };

/** A user's request as features build it: the call, its optimistic effects, and the inverse. */
export interface Command {
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** The typed text, offered again when the command is refused. */
  text?: string;
  /** How to undo it; a command without an inverse cannot be undone. Several inverses are applied in reverse order. */
  inverse?: Inverse | readonly Inverse[];
  /** Restores the row that was known as `id`: undo steps about `id` refer to `newId` from now on. */
  comesBackAs?: { id: string; newId: string };
}

/** The rows of a first screen. */
export interface FirstRows {
  page: SyncPage;
  part: FirstPart;
}

/** Which work of a team the first rows hold; entities with few rows are always complete. */
export interface FirstPart {
  projectId?: string;
  screen?: FirstScreen;
  /** Figures about the rest of the work that the screen shows. */
  figures: FirstFigures | null;
}

/** An undo recipe: a name registered with `defineRecipe`, and its arguments as plain data. */
export interface Recipe {
  name: string;
  /** Structured-cloneable, because it is stored. */
  args: unknown;
}

/**
 * `fields`: each field reverts to `before`, if it still has the command's value (`after`).
 * `many`: the same for fields of many rows, by one command.
 * `whole`: the entity is removed or restored as a whole.
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

/** An undoable change by the user. */
export interface Act {
  mutationId: string;
  inverse: Inverse;
}

/** Acts that were done together, as stored on this device. */
export interface StoredStep {
  tab: string;
  /** Their order among the steps of a tab; also approximately milliseconds since 1970. */
  at: number;
  isUndone: boolean;
  acts: Act[];
  /** Rows that the acts are about: the step is removed when one of these rows is lost with a permission. */
  rows: RowKey[];
}

/** Fields of one row of many. */
export interface RowFields {
  id: string;
  fields: Fields;
}

/** A command to be sent. Structured-cloneable: it is stored and passed between tabs. */
export interface Mutation {
  /** Also the idempotency key of every attempt. */
  mutationId: string;
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** Mutations that this one depends on: the creates that it names, and the mutation that it undoes. */
  dependsOn: readonly string[];
  text?: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  /** The log cursor at that time, and with it what the user saw; missing in mutations of earlier app versions. */
  base?: number;
}

export interface Pending {
  mutation: Mutation;
  /** Place in the outbox, the same in all tabs; null until it is stored. */
  order: number | null;
  state: 'queued' | 'sent' | 'acked';
  /** Log position of its effect, once the server has answered. */
  seq: number | null;
}

/** A mutation that the server refused, kept until the user has dealt with it. */
export interface Refusal {
  mutation: Mutation;
  problem: Problem;
  /** Its place in the outbox; null if it was never stored. */
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
  /** Called once when the socket has closed, on either side. */
  onClose: (code: number) => void;
}

export interface FeedLine {
  /** Sent once the socket is open; of frames waiting for that, only the newest is sent. */
  send: (frame: HereFrame) => void;
  close: () => void;
  /** Settles once the socket is open or was refused; if absent, the connection is open from the start. */
  opened?: Promise<unknown>;
}

/** Rejection of reads refused by the server; any other rejection is a network error. */
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
  /** A view's filter, in URL format, and the time zone of its days. */
  filter?: string;
  timeZone?: string;
  cursor?: string;
}

/** The connection to one team on the server. */
export interface Transport {
  snapshot(cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** `epoch`: the epoch that `seq` belongs to; null if unknown. */
  since(seq: number, epoch: string | null, cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** Rejects only when there was no response. */
  send(mutation: Mutation, signal: AbortSignal): Promise<SendAnswer>;
  openFeed(since: number, epoch: string | null, handlers: FeedHandlers): FeedLine;
  /** Tasks from outside the working set, newest first. */
  listTasks(query: TaskQuery, signal: AbortSignal): Promise<CallReply<'GET /teams/{teamId}/tasks'>>;
}

/** Messages between tabs of the same person and team. */
export type TabMessage =
  | { type: 'hello'; tab: string; cursor: number | null; epoch: string | null; pending: string[] }
  | { type: 'leading' }
  | { type: 'status'; status: SyncStatus }
  | { type: 'changes'; epoch: string | null; from: number; to: number; changes: Change[] }
  /** `for` names one tab; null means all. */
  | { type: 'state'; for: string | null; seq: number; epoch: string | null; rows: BaseRows }
  | { type: 'reset' }
  | { type: 'flushed'; cursor: number }
  /** A mutation is being stored; if its tab dies before announcing it, other tabs find it in the outbox. */
  | { type: 'storing'; mutationId: string }
  | { type: 'mutation'; order: number; mutation: Mutation }
  /** The leader's status of mutations that `for` still shows: settled ones, and ones it never received. */
  | { type: 'answers'; for: string; settled: string[]; unknown: string[] }
  | { type: 'acked'; mutationId: string; seq: number }
  | { type: 'refused'; refusals: Refusal[] }
  | { type: 'dismissed'; mutationId: string }
  /** What a tab shows; null = nothing, or the tab is not being looked at. */
  | { type: 'here'; tab: string; place: PresenceLocation | null }
  /** The locations of the other users. */
  | { type: 'people'; people: readonly PersonHere[] }
  | { type: 'wake' }
  | { type: 'resume' }
  | { type: 'wiped'; status: 'gone' | 'closed' };

/** The used subset of BroadcastChannel: reaches the other tabs, never the sender. */
export interface Channel {
  post(message: TabMessage): void;
  listen(callback: (message: TabMessage) => void): void;
  close(): void;
}

/** The used subset of Web Locks. A lock is held until `signal` aborts. */
export interface Locks {
  /** Resolves when the lock is held. */
  acquire(name: string, signal: AbortSignal): Promise<void>;
  /** Acquires the lock if it is free or is released within a moment; resolves to whether it is held now. */
  tryAcquire(name: string, signal: AbortSignal): Promise<boolean>;
}

export interface CopyWrite {
  cursor: number;
  epoch: string | null;
  /** By name; null for chunks that have become empty. */
  chunks: ReadonlyMap<string, string | null>;
  /** The chunks are the whole copy: chunks not named are deleted. */
  isWhole: boolean;
  /** Places in the outbox. */
  settled: readonly number[];
}

/** Storage of undo steps on this device. Every method is one transaction. */
export interface StepStorage {
  /** The steps of a tab, in order. */
  load(tab: string): Promise<StoredStep[]>;
  /** The tabs that have steps here; the most recently active one comes first. */
  listTabs(): Promise<string[]>;
  listRows(): Promise<RowKey[]>;
  put(steps: readonly StoredStep[]): Promise<void>;
  remove(steps: readonly Pick<StoredStep, 'tab' | 'at'>[]): Promise<void>;
  /** Removes the steps of all tabs that are about one of these rows. */
  forget(rows: readonly RowKey[]): Promise<void>;
}

/** A file that the user chose and that has not been uploaded yet. */
export interface WaitingFile {
  id: string;
  taskId: string;
  name: string;
  content: Blob;
  /** Milliseconds since 1970. */
  madeAt: number;
}

/** Storage of files that wait for upload. Every method is one transaction. */
export interface FileStorage {
  count(): Promise<number>;
  /** Oldest first. */
  list(): Promise<WaitingFile[]>;
  has(id: string): Promise<boolean>;
  put(file: WaitingFile): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What this device stores of a team, without the rows. */
export interface Held {
  cursor: number | null;
  /** The epoch of the log that the cursor belongs to; null in copies of earlier versions of the app. */
  epoch: string | null;
  outbox: StoredMutation[];
}

/** Storage of one person's copy of one team on this device. Every method is one transaction. */
export interface TeamStorage {
  readonly steps: StepStorage;
  readonly files: FileStorage;
  /** The copy's cursor and the outbox, without the rows. */
  peek(): Promise<Held>;
  load(): Promise<Held & { chunks: string[] }>;
  /** Appends a mutation to the outbox and returns its place. */
  add(mutation: Mutation): Promise<number>;
  /** Stores the server's answer; the mutation stays, so that a reload shows it until the copy holds its effect. */
  keepAnswer(order: number, answer: { seq: number | null } | { refusedWith: Problem }): Promise<void>;
  remove(orders: readonly number[]): Promise<void>;
  /** Writes chunks with their cursor, and removes the mutations whose effect they now hold. */
  flush(copy: CopyWrite): Promise<void>;
  clearCopy(): Promise<void>;
  wipe(): Promise<void>;
  close(): void;
}

/**
 * loading: first request to the server; the local copy may be shown meanwhile. live: the feed is up. offline: showing local rows, retrying.
 * signedOut: waiting for the session. gone: no longer a member; all local data is wiped. closed: this store has ended.
 */
export type SyncStatus = 'loading' | 'live' | 'offline' | 'signedOut' | 'gone' | 'closed';

/** The external dependencies of one team's store. */
export interface Ports {
  transport: Transport;
  storage: TeamStorage;
  locks: Locks;
  channel: Channel;
  clock: Clock;
  /** From 0 up to, not including, 1. */
  random: () => number;
  newId: () => string;
  /** The rows of the first screen, if they were requested before the app's code had loaded; null = there are none. */
  takeFirstRows?: () => Promise<FirstRows | null>;
  /** Resolves once the page has drawn its current rows; absent where nothing is drawn. */
  whenIdle?: () => Promise<void>;
  /** The name of this tab, kept across reloads. */
  tab: string;
}
