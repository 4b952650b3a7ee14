import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { localDbName } from '#platform/sync/copies/local-dbs.ts';
import { Engine } from '#platform/sync/exchange/engine.ts';
import { idOf } from '#platform/sync/copies/local-copy.ts';
import { rowKey } from '#platform/sync/rows/pending.ts';
import type { Presence } from '#platform/sync/exchange/presence.ts';
import { typedText } from './commands.ts';
import { replayRecipe } from './recipes.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import type {
  Command,
  Effect,
  FileStorage,
  FirstPart,
  Ports,
  Recipe,
  Refusal,
  Row,
  SyncStatus,
  TaskQuery,
} from '#platform/sync/rows/types.ts';
import { UndoneRows, type UndoneRow } from '#platform/sync/rows/undone-rows.ts';
import { UndoStack, type Done, type LeftField, type UndoStep } from '#platform/sync/rows/undo.ts';
import { View, type LiveView, type ViewSource, type ViewSpec } from '#platform/sync/rows/views.ts';

interface TeamStoreOptions extends Ports {
  userId: string;
  teamId: string;
  /** The timestamp of a historical snapshot. Absent for the present. Historical snapshots are read-only. */
  at?: string;
  /** Called when the server reports that the session has ended. Sending waits until `resume()`. No changes are lost. */
  onSessionOver?: () => void;
}

interface MutateResult {
  mutationIds: string[];
  /** Resolves when the mutations are stored on this device. */
  stored: Promise<void>;
}

/** Rows from outside the working set. */
export interface OlderPage<E extends SyncEntity> {
  rows: readonly SyncRows[E][];
  nextCursor: string | null;
}

export interface UndoResult {
  /** False if there was nothing to undo. */
  isDone: boolean;
  /** Fields that are not reverted because another user has changed them since. */
  left: LeftField[];
  /** The reverted rows, in the order in which they were first changed. */
  rows: UndoneRow[];
}

/** Opens one user's working set of one team: shows the local copy, then keeps it in sync with the server. */
export function openTeam(options: TeamStoreOptions): TeamStore {
  return new TeamStore(options);
}

/** The working set of one team, as used by the screens. */
export class TeamStore {
  readonly userId: string;
  readonly teamId: string;
  /** The timestamp of the historical snapshot. Null for the present. Only the present can be changed. */
  readonly at: string | null;
  /** Creates ids for commands. */
  readonly newId: () => string;
  /** Files that wait for upload. */
  readonly files: FileStorage;
  /** Resolves once rows from this device or the server can be shown. At first, they may be only those of one project or screen. */
  readonly ready: Promise<void>;
  /** Resolves once the whole working set is loaded. */
  readonly whole: Promise<void>;
  /** Resolves once undo steps from before a reload are loaded. */
  readonly stepsBack: Promise<void>;
  #engine: Engine;
  #rows: RowStore;
  #ports: Ports;
  #undo: UndoStack;
  #end = new AbortController();
  #statusListeners = new Set<() => void>();
  #refusalListeners = new Set<() => void>();
  #views = new Map<string, unknown>();
  #followers = new Map<string, unknown>();
  #storing = new Set<Promise<void>>();

  constructor(options: TeamStoreOptions) {
    this.userId = options.userId;
    this.teamId = options.teamId;
    this.at = options.at ?? null;
    this.newId = options.newId;
    this.files = options.storage.files;
    this.#ports = options;
    this.#undo = new UndoStack(options.storage.steps, () => this.now(), options.tab);
    this.#engine = new Engine(options, {
      onStatus: () => notifyAll(this.#statusListeners),
      onRefusals: (refusals) => this.#takeRefusals(refusals),
      onSessionOver: () => options.onSessionOver?.(),
      onRemoteDeletes: (rows) => this.#undo.forgetRows(rows),
      onRowsReplaced: () => this.#undo.keepOnly((row) => this.#rows.hasRow(row)),
    });
    this.#rows = this.#engine.store;
    this.ready = this.#when(() => this.#rows.cursor !== null || this.first !== null);
    this.whole = this.#when(() => this.#rows.cursor !== null);
    const name = localDbName(options.userId, options.teamId);
    void this.#engine.open(name);
    this.stepsBack = this.#bringBackSteps(name);
  }

  /** Resolves with the first step of the store after which `holds` returns true. */
  #when(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#rows.subscribeSteps(() => {
        if (!holds()) return;
        stop();
        resolve();
      });
    });
  }

  /** The part of the data that is loaded first while the rest is still loading. Null once all data is loaded. */
  get first(): FirstPart | null {
    return this.#rows.first;
  }

  /** Notes that the first screen is drawn. The rest may then load. */
  noteDrawn(): void {
    this.#engine.noteDrawn();
  }

  /** Milliseconds since 1970, from the store's clock. */
  now(): number {
    return this.#ports.clock.now();
  }

  row<E extends SyncEntity>(entity: E, id: string): SyncRows[E] | undefined {
    return this.#rows.row(entity, id);
  }

  /** Returns every visible row of an entity, unordered. */
  all<E extends SyncEntity>(entity: E): SyncRows[E][] {
    const rows: SyncRows[E][] = [];
    this.#rows.eachRow(entity, (_id, row) => rows.push(row as SyncRows[E]));
    return rows;
  }

  /** Whether this row has pending mutations. */
  isPending(entity: SyncEntity, id: string): boolean {
    return this.#rows.isPending(entity, id);
  }

  get pendingCount(): number {
    return this.#rows.pending.all().length;
  }

  /** The log position that has been applied. Null before the first rows. */
  get cursor(): number | null {
    return this.#rows.cursor;
  }

  /** Creates a view. The caller must dispose of it. */
  view<E extends SyncEntity>(spec: ViewSpec<E>): View<E> {
    const view = this.idleView(spec);
    view.attach();
    return view;
  }

  /** Creates a view that is detached until `attach`. */
  idleView<E extends SyncEntity>(spec: ViewSpec<E>): View<E> {
    return new View(spec, this.#rows);
  }

  /** Returns the view with this name. The view is created on first use and kept as long as the store. For data that every screen shows. */
  sharedView<E extends SyncEntity>(name: string, spec: ViewSpec<E>): View<E> {
    const known = this.#views.get(name);
    if (known !== undefined) return known as View<E>;
    const view = this.view(spec);
    this.#views.set(name, view);
    return view;
  }

  /** Returns an object other than a view that follows rows. It is created on first use and kept as long as the store. */
  sharedFollower<F extends LiveView>(name: string, make: (source: ViewSource) => F): F {
    const known = this.#followers.get(name);
    if (known !== undefined) return known as F;
    const follower = make(this.#rows);
    this.#followers.set(name, follower);
    this.#rows.attach(follower);
    return follower;
  }

  subscribeRow(entity: SyncEntity, id: string, listener: () => void): () => void {
    return this.#rows.subscribeRow(entity, id, listener);
  }

  /** The listener is called after every step of the store. A step may change rows, pending mutations or the cursor. */
  subscribeSteps(listener: () => void): () => void {
    return this.#rows.subscribeSteps(listener);
  }

  /** The locations of this user and of the other users. */
  get presence(): Presence {
    return this.#engine.presence;
  }

  get status(): SyncStatus {
    return this.#engine.status;
  }

  subscribeStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  /** Runs the commands: applies them optimistically, stores them, then sends them. Commands in one call are undone together. */
  mutate(commands: Command | readonly Command[]): MutateResult {
    const prepared = asList(commands).map((command) => this.#submit(command, []));
    this.#undo.record(toDone(prepared));
    return resultOf(prepared);
  }

  /** Pushes an entity that was created without a command onto the undo stack. */
  noteMade(entity: SyncEntity, id: string, by: Recipe): void {
    const act = { mutationId: this.#ports.newId(), inverse: { kind: 'whole', by } as const };
    this.#undo.record({ acts: [act], rows: [rowKey(entity, id)] });
  }

  /** Resolves once the log has been applied up to `seq` or the store no longer follows the log. */
  async whenAt(seq: number): Promise<void> {
    const isReached = (): boolean => (this.cursor ?? 0) >= seq;
    if (isReached()) return;
    await new Promise<void>((resolve) => {
      const stop = this.subscribeSteps(() => {
        if (!isReached()) return;
        stop();
        resolve();
      });
      this.onClosed(resolve);
    });
  }

  /** Resolves once each change made so far is stored on this device or has been visibly rejected. */
  async whenStored(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  get canUndo(): boolean {
    return this.#undo.canUndo;
  }

  get canRedo(): boolean {
    return this.#undo.canRedo;
  }

  subscribeUndo(listener: () => void): () => void {
    return this.#undo.subscribe(listener);
  }

  /** Undoes the last action with new commands. Returns null if the stack is empty. */
  undo(): UndoResult | null {
    const step = this.#undo.takeUndo((entity, id) => this.row(entity, id));
    return step === null ? null : this.#carryOut(step, (done) => this.#undo.recordUndo(done));
  }

  redo(): UndoResult | null {
    const step = this.#undo.takeRedo((entity, id) => this.row(entity, id));
    return step === null ? null : this.#carryOut(step, (done) => this.#undo.recordRedo(done));
  }

  /** The rejected mutations that are not dismissed yet. Kept across reloads. */
  get refusals(): readonly Refusal[] {
    return this.#engine.refusals;
  }

  subscribeRefusals(listener: () => void): () => void {
    this.#refusalListeners.add(listener);
    return () => void this.#refusalListeners.delete(listener);
  }

  dismissRefusal(mutationId: string): Promise<void> {
    return this.#engine.dismiss(mutationId);
  }

  /**
   * Loads tasks from outside the working set into it.
   * @returns the cursor of the next page, or null at the end
   */
  async loadOlder(query: TaskQuery): Promise<string | null> {
    return await this.loadRows('task', async () => {
      const page = await this.#ports.transport.listTasks(query, new AbortController().signal);
      return { rows: page.tasks, nextCursor: page.nextCursor };
    });
  }

  /**
   * Adds rows from outside the working set to it.
   * @returns the cursor of the next page, or null at the end
   * @param read requests a page from the server; called again if rows were deleted while its response was in flight
   */
  async loadRows<E extends SyncEntity>(entity: E, read: () => Promise<OlderPage<E>>): Promise<string | null> {
    // Wait because the snapshot would replace these rows.
    if (this.first !== null) await this.whole;
    for (;;) {
      const deletions = this.#rows.deletions;
      const page = await read();
      // The response may contain rows that are no longer permitted, so read again.
      if (deletions !== this.#rows.deletions) continue;
      const rows = page.rows.map((row) => ({ id: idOf(entity, row as Row), row }));
      this.#rows.addOlder(entity, rows);
      this.#engine.markForCopy(rows.map(({ id }) => ({ entity, id })));
      return page.nextCursor;
    }
  }

  /** Retries immediately: the network may be back. */
  wake(): void {
    this.#engine.wake();
  }

  /** Drains before the session ends. Sends no new requests and waits for the pending requests. Lasts until `resume`. */
  rest(): Promise<void> {
    return this.#engine.rest();
  }

  /** Resumes after the user has signed in again, or after a sign-out that failed. */
  resume(): void {
    this.#engine.resume();
  }

  close(): void {
    this.#engine.close();
  }

  /** Calls back once when this store has closed, for any reason. */
  onClosed(callback: () => void): void {
    const stop = this.subscribeStatus(() => {
      if (this.status !== 'closed' && this.status !== 'gone') return;
      stop();
      callback();
    });
  }

  /** Closes the store in all tabs and removes the team's data from this device. */
  wipe(): Promise<void> {
    return this.#engine.wipe();
  }

  #submit(command: Command, dependsOn: readonly string[]): PreparedMutation {
    const { route, params, body, effects, inverse } = command;
    // A rejected create offers the typed text again, regardless of its entity.
    const { text = route.startsWith('POST') && body !== undefined ? typedText(body) : undefined } = command;
    const creates = this.#rows.pending.createsNamedBy(params, body, effects);
    const mutationId = this.#ports.newId();
    const mutation = {
      mutationId,
      route,
      params,
      effects,
      dependsOn: [...new Set([...creates, ...dependsOn])],
      madeAt: this.now(),
      ...(body === undefined ? {} : { body }),
      ...(text === undefined || text === '' ? {} : { text }),
      ...(this.cursor === null ? {} : { base: this.cursor }),
    };
    const stored = this.#engine.outbox.add(mutation);
    this.#storing.add(stored);
    void stored.finally(() => this.#storing.delete(stored));
    return { mutationId, effects, inverse, stored };
  }

  #carryOut({ makes, left, rows }: UndoStep, record: (done: Done) => void): UndoResult {
    const turned = new UndoneRows((entity, id) => this.row(entity, id));
    turned.note(rows);
    const prepared = makes.flatMap(({ by, back, undoes }) => {
      const command = replayRecipe(this, by, back);
      if (command === null) return [];
      if (command.comesBackAs !== undefined) this.#undo.rename(command.comesBackAs);
      turned.note(command.effects.map(({ entity, id }) => rowKey(entity, id)));
      const isPending = this.#rows.pending.get(undoes) !== undefined;
      return [this.#submit(command, isPending ? [undoes] : [])];
    });
    const done = toDone(prepared);
    // Includes the rows of the original action because a restore under a new id affects the old id as well.
    record({ acts: done.acts, rows: [...new Set([...rows, ...done.rows])] });
    return { isDone: prepared.length > 0, left, rows: turned.list() };
  }

  /** Loads the undo steps from before a reload. They can then be undone as well. */
  async #bringBackSteps(name: string): Promise<void> {
    const claim = (tab: string): Promise<boolean> =>
      this.#ports.locks.tryAcquire(`${name}:tab:${tab}`, this.#end.signal);
    this.onClosed(() => this.#end.abort());
    // Later changes cannot be detected before all rows are loaded.
    await this.whole;
    // Without storage or locks there are no earlier steps.
    await this.#undo.load(claim, this.#ports.newId()).catch(() => undefined);
  }

  #takeRefusals(refusals: readonly Refusal[]): void {
    for (const { mutation } of refusals) this.#undo.forget(mutation.mutationId);
    notifyAll(this.#refusalListeners);
  }
}

interface PreparedMutation {
  mutationId: string;
  effects: readonly Effect[];
  inverse: Command['inverse'];
  stored: Promise<void>;
}

function toDone(prepared: readonly PreparedMutation[]): Done {
  return {
    acts: prepared.flatMap(({ mutationId, inverse = [] }) =>
      [inverse].flat().map((one) => ({ mutationId, inverse: one })),
    ),
    rows: [
      ...new Set(prepared.flatMap(({ effects }) => effects.map(({ entity, id }) => rowKey(entity, id)))),
    ],
  };
}

function resultOf(prepared: readonly PreparedMutation[]): MutateResult {
  return {
    mutationIds: prepared.map(({ mutationId }) => mutationId),
    stored: Promise.all(prepared.map(({ stored }) => stored)).then(() => undefined),
  };
}

function asList(commands: Command | readonly Command[]): readonly Command[] {
  return Array.isArray(commands) ? (commands as readonly Command[]) : [commands as Command];
}

function notifyAll(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
