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
  /** The moment that is shown, an instant, where that is not the present: nothing can be changed there. */
  at?: string;
  /** The server says that nobody is signed in: sending waits until `resume()`. Nothing is lost meanwhile. */
  onSessionOver?: () => void;
}

interface MutateResult {
  mutationIds: string[];
  /** When everything is safe on this device. */
  stored: Promise<void>;
}

/** Rows that the working set does not hold by itself. */
export interface OlderPage<E extends SyncEntity> {
  rows: readonly SyncRows[E][];
  nextCursor: string | null;
}

export interface UndoResult {
  /** False when nothing was left to take back. */
  isDone: boolean;
  /** What stays because somebody changed it since. */
  left: LeftField[];
  /** What went back, in the order in which it was done first. */
  rows: UndoneRow[];
}

/**
 * Opens one person's working set of one team: shows the local copy, then keeps it in sync with the server.
 */
export function openTeam(options: TeamStoreOptions): TeamStore {
  return new TeamStore(options);
}

/** The working set of one team as the screens use it. */
export class TeamStore {
  readonly userId: string;
  readonly teamId: string;
  /** The moment that is shown, an instant; null for the present, which alone can be changed. */
  readonly at: string | null;
  /** Makes ids for what commands create. */
  readonly newId: () => string;
  /** Files that wait to be sent. */
  readonly files: FileStorage;
  /** Resolves once rows can be shown, from this device or from the server; at first they may be those of one project or screen alone. */
  readonly ready: Promise<void>;
  /** Resolves once the whole working set is here. */
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
      onRowsTaken: (rows) => this.#undo.forgetRows(rows),
      onRowsReplaced: () => this.#undo.keepOnly((row) => this.#rows.hasRow(row)),
    });
    this.#rows = this.#engine.store;
    this.ready = this.#when(() => this.#rows.cursor !== null || this.first !== null);
    this.whole = this.#when(() => this.#rows.cursor !== null);
    const name = localDbName(options.userId, options.teamId);
    void this.#engine.open(name);
    this.stepsBack = this.#bringBackSteps(name);
  }

  /** Resolves with the first step of the store after which this holds. */
  #when(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#rows.subscribeSteps(() => {
        if (!holds()) return;
        stop();
        resolve();
      });
    });
  }

  /** The part of the work that alone is here while the rest is on its way; null once everything is. */
  get first(): FirstPart | null {
    return this.#rows.first;
  }

  /** What the screen needs is drawn: the rest may come. */
  noteDrawn(): void {
    this.#engine.noteDrawn();
  }

  /** Milliseconds since 1970, from the same clock as everything here. */
  now(): number {
    return this.#ports.clock.now();
  }

  row<E extends SyncEntity>(entity: E, id: string): SyncRows[E] | undefined {
    return this.#rows.row(entity, id);
  }

  /** Every row of an entity that is seen, in no order. */
  all<E extends SyncEntity>(entity: E): SyncRows[E][] {
    const rows: SyncRows[E][] = [];
    this.#rows.eachRow(entity, (_id, row) => rows.push(row as SyncRows[E]));
    return rows;
  }

  /** Has this row pending mutations? */
  isPending(entity: SyncEntity, id: string): boolean {
    return this.#rows.isPending(entity, id);
  }

  get pendingCount(): number {
    return this.#rows.pending.all().length;
  }

  /** How far the server's log has been followed; null before the first rows. */
  get cursor(): number | null {
    return this.#rows.cursor;
  }

  /** A view of one's own; dispose of it when done. */
  view<E extends SyncEntity>(spec: ViewSpec<E>): View<E> {
    const view = this.idleView(spec);
    view.attach();
    return view;
  }

  /** A view that stands still until it is attached. */
  idleView<E extends SyncEntity>(spec: ViewSpec<E>): View<E> {
    return new View(spec, this.#rows);
  }

  /** The view of that name, made on first use and kept as long as the store: for what every screen shows. */
  sharedView<E extends SyncEntity>(name: string, spec: ViewSpec<E>): View<E> {
    const known = this.#views.get(name);
    if (known !== undefined) return known as View<E>;
    const view = this.view(spec);
    this.#views.set(name, view);
    return view;
  }

  /** Something of another kind than a view that follows rows, made on first use and kept as long as the store. */
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

  /** Called after every step of the store: a change of rows, of what is pending, or of the cursor. */
  subscribeSteps(listener: () => void): () => void {
    return this.#rows.subscribeSteps(listener);
  }

  /** Where this person is, and who else is where. */
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

  /** Does the commands: optimistic, stored, then sent. Several given together are undone together. */
  mutate(commands: Command | readonly Command[]): MutateResult {
    const made = asList(commands).map((command) => this.#submit(command, []));
    this.#undo.record(toDone(made));
    return resultOf(made);
  }

  /** Pushes what the person made otherwise than by a command onto the undo stack. */
  noteMade(entity: SyncEntity, id: string, by: Recipe): void {
    const act = { mutationId: this.#ports.newId(), inverse: { kind: 'whole', by } as const };
    this.#undo.record({ acts: [act], rows: [rowKey(entity, id)] });
  }

  /** Resolves once the log has been followed so far, or nobody follows it any more. */
  async whenAt(seq: number): Promise<void> {
    const isThere = (): boolean => (this.cursor ?? 0) >= seq;
    if (isThere()) return;
    await new Promise<void>((resolve) => {
      const stop = this.subscribeSteps(() => {
        if (!isThere()) return;
        stop();
        resolve();
      });
      this.onClosed(resolve);
    });
  }

  /** Resolves when everything done so far is safe on this device, or refused aloud. */
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

  /** Undoes the last act by a new command; null when there is none. */
  undo(): UndoResult | null {
    const step = this.#undo.takeUndo((entity, id) => this.row(entity, id));
    return step === null ? null : this.#carryOut(step, (done) => this.#undo.recordUndo(done));
  }

  redo(): UndoResult | null {
    const step = this.#undo.takeRedo((entity, id) => this.row(entity, id));
    return step === null ? null : this.#carryOut(step, (done) => this.#undo.recordRedo(done));
  }

  /** What the server would not do, until it is dismissed; kept over a reload. */
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
   * Fetches tasks from outside the working set into it; returns the cursor of the next page, null at the end.
   */
  async loadOlder(query: TaskQuery): Promise<string | null> {
    return await this.bringIn('task', async () => {
      const page = await this.#ports.transport.listTasks(query, new AbortController().signal);
      return { rows: page.tasks, nextCursor: page.nextCursor };
    });
  }

  /**
   * Takes rows from outside the working set into it; returns the cursor of the next page, null at the end.
   * @param read asks the server for a page; asked again when something went while its answer was on its way
   */
  async bringIn<E extends SyncEntity>(entity: E, read: () => Promise<OlderPage<E>>): Promise<string | null> {
    // The snapshot would replace it.
    if (this.first !== null) await this.whole;
    for (;;) {
      const deletions = this.#rows.deletions;
      const page = await read();
      // The answer may hold what may no longer be seen.
      if (deletions !== this.#rows.deletions) continue;
      const rows = page.rows.map((row) => ({ id: idOf(entity, row as Row), row }));
      this.#rows.addOlder(entity, rows);
      this.#engine.markForCopy(rows.map(({ id }) => ({ entity, id })));
      return page.nextCursor;
    }
  }

  /** The network may be back: retries at once. */
  wake(): void {
    this.#engine.wake();
  }

  /**
   * Drains before the session ends: nothing more is asked, and what was asked is answered. Until `resume`.
   */
  rest(): Promise<void> {
    return this.#engine.rest();
  }

  /** The person is signed in again, or has stayed. */
  resume(): void {
    this.#engine.resume();
  }

  close(): void {
    this.#engine.close();
  }

  /** Calls back once, when this store is over, whatever ended it. */
  onClosed(callback: () => void): void {
    const stop = this.subscribeStatus(() => {
      if (this.status !== 'closed' && this.status !== 'gone') return;
      stop();
      callback();
    });
  }

  /** Ends the store in all tabs and removes the team from this device. */
  wipe(): Promise<void> {
    return this.#engine.wipe();
  }

  #submit(command: Command, dependsOn: readonly string[]): Made {
    const { route, params, body, effects, inverse } = command;
    // A refused create returns the typed text, for any kind of row.
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
    const stored = this.#engine.submit(mutation);
    this.#storing.add(stored);
    void stored.finally(() => this.#storing.delete(stored));
    return { mutationId, effects, inverse, stored };
  }

  #carryOut({ makes, left, rows }: UndoStep, record: (done: Done) => void): UndoResult {
    const turned = new UndoneRows((entity, id) => this.row(entity, id));
    turned.note(rows);
    const made = makes.flatMap(({ by, back, undoes }) => {
      const command = replayRecipe(this, by, back);
      if (command === null) return [];
      if (command.comesBackAs !== undefined) this.#undo.rename(command.comesBackAs);
      turned.note(command.effects.map(({ entity, id }) => rowKey(entity, id)));
      const isUnderWay = this.#rows.pending.get(undoes) !== undefined;
      return [this.#submit(command, isUnderWay ? [undoes] : [])];
    });
    const done = toDone(made);
    // What the act was about, too: bringing something back under a new id is about the old one as well.
    record({ acts: done.acts, rows: [...new Set([...rows, ...done.rows])] });
    return { isDone: made.length > 0, left, rows: turned.list() };
  }

  /** What was done before a reload can be taken back as well, once it is here. */
  async #bringBackSteps(name: string): Promise<void> {
    const claim = (tab: string): Promise<boolean> =>
      this.#ports.locks.tryAcquire(`${name}:tab:${tab}`, this.#end.signal);
    this.onClosed(() => this.#end.abort());
    // Without the rows nobody could tell what has changed since.
    await this.whole;
    // Without storage or locks there is nothing from before.
    await this.#undo.load(claim, this.#ports.newId()).catch(() => undefined);
  }

  #takeRefusals(refusals: readonly Refusal[]): void {
    for (const { mutation } of refusals) this.#undo.forget(mutation.mutationId);
    notifyAll(this.#refusalListeners);
  }
}

interface Made {
  mutationId: string;
  effects: readonly Effect[];
  inverse: Command['inverse'];
  stored: Promise<void>;
}

function toDone(made: readonly Made[]): Done {
  return {
    acts: made.flatMap(({ mutationId, inverse = [] }) =>
      [inverse].flat().map((one) => ({ mutationId, inverse: one })),
    ),
    rows: [...new Set(made.flatMap(({ effects }) => effects.map(({ entity, id }) => rowKey(entity, id))))],
  };
}

function resultOf(made: readonly Made[]): MutateResult {
  return {
    mutationIds: made.map(({ mutationId }) => mutationId),
    stored: Promise.all(made.map(({ stored }) => stored)).then(() => undefined),
  };
}

function asList(commands: Command | readonly Command[]): readonly Command[] {
  return Array.isArray(commands) ? (commands as readonly Command[]) : [commands as Command];
}

function notifyAll(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
