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
 * The optimistic effect of a command on one row, until the server's change arrives. A `put` is ignored if the server has already sent the
 * row. A `patch` of a missing row is a no-op.
 */
export type Effect =
  | { entity: SyncEntity; id: string; op: 'put' | 'patch'; fields: Fields }
  | { entity: SyncEntity; id: string; op: 'delete'; fields?: undefined };

/** A user's change as features build it: the API call, its optimistic effects and the inverse. */
export interface Command {
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** The entered text. It is offered again if the command is rejected. */
  text?: string;
  /** How to undo the command. Without an inverse, the command cannot be undone. Several inverses are applied in reverse order. */
  inverse?: Inverse | readonly Inverse[];
  /** Set if the command restores the row known as `id` under a new id. Undo steps about `id` then refer to `newId`. */
  comesBackAs?: { id: string; newId: string };
}

/** The rows of a first screen. */
export interface FirstRows {
  page: SyncPage;
  part: FirstPart;
}

/** The part of a team's data that the first rows cover. Entities with few rows are always complete. */
export interface FirstPart {
  projectId?: string;
  screen?: FirstScreen;
  /** Aggregates, shown on the screen, of the data outside the first rows. */
  figures: FirstFigures | null;
}

/** An undo recipe: a name registered with `defineRecipe` and its arguments as plain data. */
export interface Recipe {
  name: string;
  /** Must be structured-cloneable because it is stored. */
  args: unknown;
}

/**
 * `fields`: each field reverts to `before` if it still has the command's value (`after`). `many`: reverts fields of many rows by one
 * command. `whole`: removes or restores the entity as a whole.
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

/** An undoable change. */
export interface Act {
  mutationId: string;
  inverse: Inverse;
}

/** Changes that are undone together, as stored on this device. */
export interface StoredStep {
  tab: string;
  /** Orders the steps of a tab. Approximately milliseconds since 1970. */
  at: number;
  isUndone: boolean;
  acts: Act[];
  /** Rows that the changes affect. The step is removed when access to any of these rows is lost. */
  rows: RowKey[];
}

/** Fields of one row in a command that changes many rows. */
export interface RowFields {
  id: string;
  fields: Fields;
}

/** A command to be sent. Structured-cloneable because it is stored and passed between tabs. */
export interface Mutation {
  /** Also the idempotency key of every attempt to send it. */
  mutationId: string;
  route: RouteKey;
  params: Readonly<Record<string, string>>;
  body?: Fields;
  effects: readonly Effect[];
  /** Mutations that this one depends on: creates that it references, and the mutation that it undoes. */
  dependsOn: readonly string[];
  text?: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  /** The log cursor when the mutation was made. It identifies the state that the user saw. Missing in mutations of earlier app versions. */
  base?: number;
}

export interface Pending {
  mutation: Mutation;
  /** Position in the outbox, the same in all tabs. Null until the mutation is stored. */
  order: number | null;
  state: 'queued' | 'sent' | 'acked';
  /** Log position of the mutation's effect, once the server has responded. */
  seq: number | null;
}

/** A mutation that the server rejected, kept until the user dismisses it. */
export interface Refusal {
  mutation: Mutation;
  problem: Problem;
  /** Its position in the outbox. Null if it was never stored. */
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
  /** Calls back once after `ms`, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void;
}

export interface SendResult {
  status: number;
  /** From the header `hearth-seq`. Null when the response has none. */
  seq: number | null;
  problem: Problem | null;
  retryAfterMs: number | null;
}

export interface FeedHandlers {
  onFrame: (frame: FeedFrame) => void;
  /** Called once when the socket has closed, on either side. */
  onClose: (code: number) => void;
}

interface FeedLine {
  /** Sends a frame once the socket is open. Of the frames waiting for that, only the newest is sent. */
  send: (frame: HereFrame) => void;
  close: () => void;
  /** Settles once the socket is open or the connection was refused. Absent if the connection is open from the start. */
  opened?: Promise<unknown>;
}

/** The server rejected a read. Any other rejection of a read is a network error. */
export class TransportError extends Error {
  readonly status: number;
  readonly retryAfterMs: number | null;
  constructor(status: number, retryAfterMs: number | null = null) {
    super(`the server responded with status ${status}`);
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
  /** A view's filter in URL format, and the time zone that its dates refer to. */
  filter?: string;
  timeZone?: string;
  cursor?: string;
}

/** The connection to one team on the server. */
export interface Transport {
  snapshot(cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** `epoch` is the epoch of the log that `seq` belongs to. Null if unknown. */
  since(seq: number, epoch: string | null, cursor: string | null, signal: AbortSignal): Promise<SyncPage>;
  /** Rejects only if there was no response. */
  send(mutation: Mutation, signal: AbortSignal): Promise<SendResult>;
  openFeed(since: number, epoch: string | null, handlers: FeedHandlers): FeedLine;
  /** Tasks from outside the working set, newest first. */
  listTasks(query: TaskQuery, signal: AbortSignal): Promise<CallReply<'GET /teams/{teamId}/tasks'>>;
}

/** Messages between the user's tabs with the same team. */
export type TabMessage =
  | { type: 'hello'; tab: string; cursor: number | null; epoch: string | null; pending: string[] }
  | { type: 'leading' }
  | { type: 'status'; status: SyncStatus }
  | { type: 'changes'; epoch: string | null; from: number; to: number; changes: Change[] }
  /** `for` is the recipient tab. Null means all tabs. */
  | { type: 'state'; for: string | null; seq: number; epoch: string | null; rows: BaseRows }
  | { type: 'reset' }
  | { type: 'flushed'; cursor: number }
  /** A mutation is being stored. If its tab dies before announcing it, other tabs find it in the outbox. */
  | { type: 'storing'; mutationId: string }
  | { type: 'mutation'; order: number; mutation: Mutation }
  /** The leader's status of mutations that `for` still shows as pending: settled mutations and mutations that the leader never received. */
  | { type: 'answers'; for: string; settled: string[]; unknown: string[] }
  | { type: 'acked'; mutationId: string; seq: number }
  | { type: 'refused'; refusals: Refusal[] }
  | { type: 'dismissed'; mutationId: string }
  /** The location that a tab shows. Null if it shows none or the user is not looking at the tab. */
  | { type: 'here'; tab: string; place: PresenceLocation | null }
  /** The locations of the other users. */
  | { type: 'people'; people: readonly PersonHere[] }
  | { type: 'wake' }
  | { type: 'resume' }
  | { type: 'wiped'; status: 'gone' | 'closed' };

/** The subset of BroadcastChannel in use. Reaches the other tabs, never the sender. */
export interface Channel {
  post(message: TabMessage): void;
  listen(callback: (message: TabMessage) => void): void;
  close(): void;
}

/** The subset of Web Locks in use. A lock is held until `signal` aborts. */
export interface Locks {
  /** Resolves when the lock is acquired. */
  acquire(name: string, signal: AbortSignal): Promise<void>;
  /** Acquires the lock if it is free or is released within a grace period. Resolves to whether the lock was acquired. */
  tryAcquire(name: string, signal: AbortSignal): Promise<boolean>;
}

export interface CopyWrite {
  cursor: number;
  epoch: string | null;
  /** Serialized chunks by name. Null for chunks that have become empty. */
  chunks: ReadonlyMap<string, string | null>;
  /** Whether the chunks are the whole copy. If so, all other chunks are deleted. */
  isWhole: boolean;
  /** Outbox positions of the settled mutations. */
  settled: readonly number[];
}

/** Storage of undo steps on this device. Every method is one transaction. */
export interface StepStorage {
  /** The steps of a tab, in order. */
  load(tab: string): Promise<StoredStep[]>;
  /** Returns the tabs with stored steps, the most recently active tab first. */
  listTabs(): Promise<string[]>;
  listRows(): Promise<RowKey[]>;
  put(steps: readonly StoredStep[]): Promise<void>;
  remove(steps: readonly Pick<StoredStep, 'tab' | 'at'>[]): Promise<void>;
  /** Removes the steps of all tabs that affect any of these rows. */
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

/** A team's stored state on this device, without the rows. */
export interface StoredState {
  cursor: number | null;
  /** The epoch of the log that the cursor belongs to. Null in copies of earlier versions of the app. */
  epoch: string | null;
  outbox: StoredMutation[];
}

/** Storage of one user's copy of one team on this device. Every method is one transaction. */
export interface TeamStorage {
  readonly steps: StepStorage;
  readonly files: FileStorage;
  /** Returns the copy's cursor and the outbox, without the rows. */
  peek(): Promise<StoredState>;
  load(): Promise<StoredState & { chunks: string[] }>;
  /**
   * Appends a mutation to the outbox.
   * @returns its position
   */
  add(mutation: Mutation): Promise<number>;
  /** Stores the server's response. The mutation stays so that a reload shows it until the copy contains its effect. */
  saveResult(order: number, answer: { seq: number | null } | { refusedWith: Problem }): Promise<void>;
  remove(orders: readonly number[]): Promise<void>;
  /** Writes chunks with their cursor and removes the mutations whose effect the chunks now contain. */
  flush(copy: CopyWrite): Promise<void>;
  clearCopy(): Promise<void>;
  wipe(): Promise<void>;
  close(): void;
}

/**
 * `loading`: first request to the server; the local copy may already be shown. `live`: the feed is up. `offline`: showing local rows,
 * retrying. `signedOut`: waiting for the session. `gone`: no longer a member; all local data is wiped. `closed`: this store has ended.
 */
export type SyncStatus = 'loading' | 'live' | 'offline' | 'signedOut' | 'gone' | 'closed';

/** The external dependencies of one team's store. */
export interface Ports {
  transport: Transport;
  storage: TeamStorage;
  locks: Locks;
  channel: Channel;
  clock: Clock;
  /** Returns a number from 0 up to, but not including, 1. */
  random: () => number;
  newId: () => string;
  /** The rows of the first screen, if they were requested before the app's code had loaded. Null if they are not available. */
  takeFirstRows?: () => Promise<FirstRows | null>;
  /** Resolves once the browser is idle, after drawing the current rows. Absent where nothing is drawn. */
  whenIdle?: () => Promise<void>;
  /** The name of this tab, kept across reloads. */
  tab: string;
}
