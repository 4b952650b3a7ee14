import { isSame } from '@hearth/contracts/core/same';
import {
  HERE_EVERY_MS,
  HERE_FOR_MS,
  MAX_REPORTED_LOCATIONS,
  type HereFrame,
  type PersonHere,
  type PresenceLocation,
} from '@hearth/contracts/presence/presence-values';
import type { Clock, TabMessage } from '#platform/sync/rows/types.ts';

/**
 * Throttle: changes within this interval are sent together. The interval is short so that even the first change is sent almost immediately.
 */
const GATHER_MS = 20;
const PAUSE_MS = 150;
const NOBODY: readonly PersonHere[] = [];
const NO_IDS: readonly string[] = [];

/**
 * Publishes this user's location over the leading tab's socket and tracks the locations of other users. Nothing is stored: locations are
 * unknown while disconnected.
 */
export class Presence {
  #clock: Clock;
  #ownId: string;
  #tab: string;
  #post: (message: TabMessage) => void;
  #own: PresenceLocation | null = null;
  /** The locations of this browser's visible tabs, including this one, as received by the leader. The latest change is last. */
  #tabs = new Map<string, { location: PresenceLocation; at: number }>();
  #isLeading = false;
  #send: ((frame: HereFrame) => void) | null = null;
  #wasSomewhere = false;
  #publishedAt = 0;
  #people = NOBODY;
  #listeners = new Set<() => void>();
  /** Users by opened task. A list keeps its identity while no user opens or leaves the task. */
  #openers = new Map<string, readonly string[]>();
  #taskListeners = new Map<string, Set<() => void>>();
  #endWait: (() => void) | null = null;
  #endGathering: (() => void) | null = null;

  constructor(
    { clock, userId }: { clock: Clock; userId: string },
    tab: string,
    post: (message: TabMessage) => void,
  ) {
    this.#clock = clock;
    this.#ownId = userId;
    this.#tab = tab;
    this.#post = post;
  }

  get people(): readonly PersonHere[] {
    return this.#people;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns the other users who have a task open. */
  openersOf(taskId: string): readonly string[] {
    return this.#openers.get(taskId) ?? NO_IDS;
  }

  /** The listener is called only when a user opens or leaves that task. */
  subscribeTask(taskId: string, listener: () => void): () => void {
    const listeners = this.#taskListeners.get(taskId) ?? new Set();
    this.#taskListeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#taskListeners.delete(taskId);
    };
  }

  /** Sets the location that this tab shows. Null while the user is not looking at this tab. */
  report(location: PresenceLocation | null): void {
    this.#own = location;
    this.#publish();
    this.#goOn();
  }

  /** Sets the send function when this tab gets a new socket. Null when disconnected. */
  connect(send: ((frame: HereFrame) => void) | null): void {
    this.#isLeading = true;
    this.#send = send;
    this.#wasSomewhere = false;
    if (send === null) this.show(NOBODY);
    else this.#publish();
  }

  /** Applies the location of a tab of this browser. Called only in the leading tab, also for its own location. */
  receive(tab: string, location: PresenceLocation | null): void {
    const known = this.#tabs.get(tab)?.location;
    if (!isSame(known, location)) this.#tabs.delete(tab);
    if (location !== null) this.#tabs.set(tab, { location, at: this.#clock.now() });
    this.#sendSoon();
    this.#goOn();
  }

  /** Applies a presence message that the leading tab received: the complete list, or only the users who moved. */
  applyFrame(people: readonly PersonHere[], isWhole: boolean): void {
    const known = new Map(isWhole ? [] : this.#people.map((one) => [one.userId, one]));
    for (const one of people) {
      if (one.places.length === 0 || one.userId === this.#ownId) known.delete(one.userId);
      else known.set(one.userId, one);
    }
    this.show([...known.values()]);
  }

  /** Shows the other users' locations. The leading tab also broadcasts them. */
  show(people: readonly PersonHere[]): void {
    if (people.length === 0 && this.#people.length === 0) return;
    this.#people = people;
    if (this.#isLeading) this.#post({ type: 'people', people });
    for (const listener of this.#listeners) listener();
    this.#publishTasks();
  }

  stop(): void {
    this.#endWait?.();
    this.#endGathering?.();
    this.#listeners.clear();
    this.#taskListeners.clear();
  }

  #publishTasks(): void {
    const before = this.#openers;
    const now = new Map<string, readonly string[]>();
    for (const { userId, places } of this.#people) {
      for (const taskId of new Set(places.map((location) => location.taskId)))
        if (taskId !== null) now.set(taskId, [...(now.get(taskId) ?? []), userId]);
    }
    for (const [taskId, ids] of now) {
      const known = before.get(taskId);
      if (known?.join() === ids.join()) now.set(taskId, known);
    }
    this.#openers = now;
    for (const taskId of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(taskId) === now.get(taskId)) continue;
      for (const listener of this.#taskListeners.get(taskId) ?? []) listener();
    }
  }

  #publish(): void {
    if (this.#isLeading) this.receive(this.#tab, this.#own);
    else this.#post({ type: 'here', tab: this.#tab, place: this.#own });
  }

  /** Heartbeat while the user is looking at any tab. After a silence, the server assumes that the user left. */
  #goOn(): void {
    if (this.#endWait !== null || (this.#own === null && this.#tabs.size === 0)) return;
    this.#endWait = this.#clock.after(HERE_EVERY_MS, () => {
      this.#endWait = null;
      const since = this.#clock.now() - HERE_FOR_MS;
      for (const [tab, { at }] of this.#tabs) if (at < since) this.#tabs.delete(tab);
      this.#publish();
      this.#goOn();
    });
  }

  #sendSoon(): void {
    const now = this.#clock.now();
    const wait = Math.min(PAUSE_MS, Math.max(GATHER_MS, this.#publishedAt + PAUSE_MS - now));
    this.#endGathering ??= this.#clock.after(wait, () => {
      this.#endGathering = null;
      this.#publishedAt = this.#clock.now();
      const locations = [...this.#tabs.values()]
        .map(({ location }) => location)
        .slice(-MAX_REPORTED_LOCATIONS);
      if (locations.length === 0 && !this.#wasSomewhere) return;
      this.#wasSomewhere = locations.length > 0;
      this.#send?.({ type: 'here', places: locations });
    });
  }
}
